import type { z } from 'zod';

/** A rule over several fields `T` of a form: the sentence that stands at the field `path`, null when nothing is wrong. */
export interface CrossRule<T> {
  path: keyof T & string;
  fault: (values: Partial<T>) => string | null;
}

/** What a rule says of an input; nothing of one in a shape that the fields' own rules refuse. */
function faultOf<T>({ fault }: CrossRule<T>, input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  try {
    // reason: rules see an input before its fields were checked; one that is of another shape makes them throw or say nothing
    return fault(input as Partial<T>);
  } catch {
    return null;
  }
}

/** The schema with its rules over several fields; each of them runs whatever else is wrong. */
export const withCrossRules = <S extends z.ZodObject, T>(schema: S, rules: ReadonlyArray<CrossRule<T>>): S =>
  rules.reduce<S>(
    (checked, rule) =>
      checked.refine((input) => faultOf(rule, input) === null, {
        path: [rule.path],
        error: (issue) => faultOf(rule, issue.input) ?? '',
        when: () => true,
      }),
    schema,
  );

/** What the rules say of values that somebody else checked field by field (imports); empty when nothing is wrong. */
export const crossFaults = <T>(
  rules: ReadonlyArray<CrossRule<T>>,
  values: Partial<T>,
): Array<{ path: keyof T & string; msg: string }> =>
  rules.flatMap(({ path, fault }) => {
    const msg = fault(values);
    return msg === null ? [] : [{ path, msg }];
  });
