import type { z } from 'zod';

/** A code of the wire with its Chinese word. */
export interface CodeWord {
  code: number | string | boolean;
  name: string;
}

/** Under this name documents find what the codes of a field mean; OpenAPI leaves `x-` to its writers. */
export const codeWordsKey = 'x-codes';

/** Notes in a schema what its codes mean, so that every document of it can say so. */
export const withCodeWords = <S extends z.ZodType>(schema: S, words: readonly CodeWord[]): S =>
  schema.meta({ [codeWordsKey]: words });

/** The same for codes whose words stand in a record. */
export const withWordsOf = <S extends z.ZodType>(schema: S, words: Readonly<Record<string, string>>): S =>
  withCodeWords(
    schema,
    Object.entries(words).map(([code, name]) => ({ code, name })),
  );
