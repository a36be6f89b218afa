import { exportOptions } from '@tongda/contract/core/register/pieces';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { findExport } from '../core/export/definition';
import type { Ctx } from '../core/http/ctx';
import { listEndpoints } from '../core/http/endpoints';
import './all';

// the head of a file asks its caller for the names of records only
const ctx = { db: async () => ({ rows: [{ name: '名称' }] }) } as unknown as Ctx;
const options = new Set(Object.keys(exportOptions));
/** Every filter of every export that has a list of filters; the file of a track has a vehicle and a time, which it always says. */
const cases = listEndpoints().flatMap(({ path, input }) => {
  const file = findExport(path);
  if (!file || !(input instanceof z.ZodObject) || path === '/api/gis/track/export') return [];
  return Object.keys(input.shape)
    .filter((field) => !options.has(field))
    .map((field) => [path, field, file] as const);
});

it.each(cases)('the head of the file of %s says what %s was asked for', async (_path, field, file) => {
  expect(await file.condition(ctx, { [field]: '1' })).not.toBe('');
});
