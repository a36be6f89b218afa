/** The `code` of an error of Node.js, PostgreSQL or Fastify (`ENOENT`, `40001`, `FST_ERR_…`); '' when it has none. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What was thrown, as an error. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
