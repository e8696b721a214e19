/** What a query must answer, worked out row by row in the order of arrival. */
package dev.tidemark.labs.model;
