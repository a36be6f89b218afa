import { z } from 'zod';

/**
 * Who may call: `public` needs no token, `session` any logged-in user, otherwise the button `path` under a menu the user holds
 * (`path` absent: holding the menu is enough). One endpoint may serve several menus: a list means any of them.
 */
export interface MenuAccess {
  menu: number | readonly number[];
  /** `<route of the list page without leading slash>/<action>`, for example `vehicle/add`. */
  path?: string;
  /** Chinese label of the button on the role screen; required with `path`. */
  label?: string;
}
export type Access = 'public' | 'session' | MenuAccess;

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST';
  path: `/${string}`;
  access: Access;
  /** One Chinese sentence for the API document. */
  title: string;
  input: I;
  output: O;
  /** `data` code that means success; 200 but for the login-info call (1). */
  okCode: 200 | 1;
  /** Answers a file or an answer shape of its own instead of the `{code,msg,data}` envelope. */
  raw: boolean;
  /** How the body travels: JSON (default), a form (token call) or multipart (uploads). */
  body: 'json' | 'form' | 'multipart';
  /** Largest body without files, KiB. Who calls a public endpoint is nobody yet, so those take no more than they need. */
  maxBodyKb: number;
  /** Its answer is asked for often and changes seldom: it carries an ETag, and who has it already is answered 304 without a body. */
  kept: boolean;
  /** Fields of a POST may stand in the address as well (`?name=…`), as the specification has it; those of the body win. */
  query: boolean;
  /**
   * Calls of reports and links that share something say who may make them in somebody else's name: visitors (`look`, it only shows something), visitors who may write (`write`), or
   * super managers who act as a user (`acting`). All others are named on the server (identity/acting/open.ts).
   */
  visit?: Visit;
}

export type Visit = 'look' | 'write' | 'acting';

interface EndpointSpec<I extends z.ZodType, O extends z.ZodType> {
  method?: 'GET' | 'POST';
  path: `/${string}`;
  access: Access;
  title: string;
  input?: I;
  output?: O;
  okCode?: 200 | 1;
  raw?: boolean;
  body?: 'json' | 'form' | 'multipart';
  maxBodyKb?: number;
  kept?: boolean;
  query?: boolean;
  visit?: Visit;
}

/** Largest body of a call that says nothing about it, KiB. */
const usualBodyKb = { public: 64, known: 1024 };

/** Declares a call once: server guard, validation, web call, button visibility and API document all come from this value. */
export function endpoint<I extends z.ZodType = z.ZodUndefined, O extends z.ZodType = z.ZodNull>(
  spec: EndpointSpec<I, O>,
): Endpoint<I, O> {
  return {
    method: 'POST',
    okCode: 200,
    raw: false,
    body: 'json',
    maxBodyKb: spec.access === 'public' ? usualBodyKb.public : usualBodyKb.known,
    kept: false,
    query: false,
    ...spec,
    // an endpoint without a schema has the default of its type
    input: spec.input ?? (z.object({}).loose() as unknown as I),
    // an endpoint without a schema has the default of its type
    output: spec.output ?? (z.null() as unknown as O),
  };
}

export type Input<E extends Endpoint> = z.input<E['input']>;
export type Parsed<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;

/** Business codes of the envelope. HTTP stays 200: only 401 (refresh) and 403 (logged in elsewhere) are HTTP statuses. */
export const codes = {
  ok: 200,
  okLoginInfo: 1,
  /** waiting for somebody to confirm elsewhere */
  pending: 202,
  /** one of several companies must be chosen */
  chooseCompany: 300,
  /** the password was right, a code of the second factor is wanted */
  factorWanted: 301,
  /** HTTP 401: the access token or the signature of a program is not good */
  unauthorized: 401,
  refreshRejected: 500,
  invalid: 4000,
  forbidden: 4003,
  notFound: 4004,
  conflict: 4009,
  illegalTransition: 4010,
  blockedByRule: 4011,
  /** the password must be asked once more before this is done */
  proofWanted: 4012,
  tooMany: 4029,
  unexpected: 5000,
} as const;

/** One validation finding; `row` counts from 1 in imports. */
export const fieldError = z.object({ field: z.string(), row: z.number().int().optional(), msg: z.string() });
export type FieldError = z.infer<typeof fieldError>;

export interface Envelope<T> {
  code: number;
  msg: string;
  data: T;
}
