import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** Shape of what goes in or comes out, as documents show it. */
export function jsonSchemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
  }) as JsonSchema;
  return rest;
}
