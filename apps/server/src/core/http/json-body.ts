import type { FastifyInstance } from 'fastify';

/** What came in place of a body of JSON: why it cannot be read. */
class UnreadableBody {
  constructor(readonly reason: Error) {}
}

/**
 * Reads bodies of JSON. What is none is refused when the input is looked at, and not before it is known who sent it: a stranger hears that he is one, and the call of a program
 * counts and stands in its log. A body of no bytes is no body: what an endpoint needs is named as missing then.
 */
export function readJsonBodies(app: FastifyInstance): void {
  // keys that reach into prototypes are no input
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (req, body, done) => {
    // `parseAs` hands over text
    const text = String(body);
    if (text === '') return done(null, undefined);
    parse(req, text, (error, value) => done(null, error ? new UnreadableBody(error) : value));
  });
}

/** The body of a request; throws when it was no JSON. */
export function readBody(body: unknown): unknown {
  if (body instanceof UnreadableBody) throw body.reason;
  return body;
}
