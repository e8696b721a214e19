/** How the parts of a plan that run in columns show themselves to who looks at a run. */
package dev.tidemark.columnar.observe;
