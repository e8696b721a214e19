/** The drop ledger: what each operator took in, accepted and dropped, and the rows it dropped. */
package dev.tidemark.insight.ledger;
