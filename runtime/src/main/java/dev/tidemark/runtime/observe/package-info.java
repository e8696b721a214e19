/** What a run lets others see: records, watermarks and the operators that handle them. */
package dev.tidemark.runtime.observe;
