import { codes } from '@tongda/contract/core/endpoint';
import { describe, expect, it } from 'vitest';
import { refuseMoment } from './errors';

describe('a moment that somebody typed', () => {
  const thrown = (error: unknown): unknown => {
    try {
      return refuseMoment('time')(error);
    } catch (caught) {
      return caught;
    }
  };
  it('is named when no calendar has it (22008 of PostgreSQL)', () =>
    expect(thrown({ code: '22008' })).toMatchObject({ code: codes.invalid }));
  it.each([{ code: '57P01' }, new Error('Connection terminated')])('is not blamed for what else went wrong', (error) =>
    expect(thrown(error)).toBe(error),
  );
});
