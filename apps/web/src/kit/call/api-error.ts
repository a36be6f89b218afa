import type { FieldError } from '@tongda/contract/core/endpoint';

/** Codes of our own for failures that have no envelope. */
export const transport = {
  offline: -1,
  timeout: -2,
  aborted: -3,
  server: -4,
  /** nothing was asked for, so nothing was sent */
  nothing: -5,
  loggedOut: 401,
  kicked: 403,
  missing: 404,
} as const;

/** A call that did not end well. `code` is the envelope's code or one of `transport`; `message` is a Chinese sentence for the user. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly errors: FieldError[] = [],
    readonly data: unknown = null,
    /** the user has been told already, or must not be told */
    public told = false,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** Under what number the server's log holds an unexpected error; null for everything else. */
  get traceId(): string | null {
    const { data } = this;
    const id = typeof data === 'object' && data !== null && 'traceId' in data ? data.traceId : null;
    return typeof id === 'string' && id !== '' ? id : null;
  }
}

/** Field findings of an envelope's data; [] when there are none. */
export function fieldErrorsOf(data: unknown): FieldError[] {
  if (typeof data !== 'object' || data === null || !('errors' in data) || !Array.isArray(data.errors)) return [];
  return data.errors.filter(
    (entry): entry is FieldError =>
      typeof entry === 'object' && entry !== null && typeof entry.field === 'string' && typeof entry.msg === 'string',
  );
}
