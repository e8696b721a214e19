/** What a script's windows lose under other watermark delays than its own. */
package dev.tidemark.insight.sweep;
