import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** The JSON schema of an endpoint's input or output, for documents. */
export function jsonSchemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
    // zod's own type for it is closed; documents add to it
  }) as JsonSchema;
  return rest;
}
