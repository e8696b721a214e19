/** Tables of primitive values that grow with the state of a job. */
package dev.tidemark.columnar.state;
