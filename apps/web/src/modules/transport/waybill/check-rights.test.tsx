// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { allowsAccess } from '@tongda/contract/core/allows';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import {
  billOfLadingCalls,
  transportTaskCalls,
  type WaybillCalls,
  waybillStowageCalls,
} from '@tongda/contract/transport/waybill/calls';
import { waybillDetailOut } from '@tongda/contract/transport/waybill/shapes';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { useSession } from '../../../kit/session/user';
import { BillCheckPage } from './bill-pages';
import { StowageCheckPage } from './stow/check-page';
import { TaskCheckPage } from './stow/task-check-page';

const asked = vi.hoisted(() => new Map<string, Endpoint>());
const answers = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../../kit/call/use-ask', async (original) => ({
  ...(await original<object>()),
  useAsk: (endpoint: Endpoint, input: unknown, { when = true } = {}) => {
    if (when && input !== null) asked.set(endpoint.path, endpoint);
    return { data: answers.get(endpoint.path), error: null, isLoading: false, refetch: () => undefined };
  },
}));
vi.mock('./stow/stops/list', () => ({ TripMap: () => null, StopList: () => null }));
afterEach(cleanup);

/** A value of a schema: one of everything, nothing where nothing may stand. */
function sampleOf(schema: unknown): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([key, part]) => [key, sampleOf(part)]));
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)];
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodString) return '2026-11-20 06:00:00';
  return undefined;
}

const pages: Array<[string, WaybillCalls, ComponentType]> = [
  ['提单', billOfLadingCalls, BillCheckPage],
  ['配载单', waybillStowageCalls, StowageCheckPage],
  ['运输任务', transportTaskCalls, TaskCheckPage],
];

test.each(pages)('whoever holds nothing but the menu of %s may open every part of its page', (_, calls, Page) => {
  asked.clear();
  answers.set(calls.detail.path, { ...Object(sampleOf(waybillDetailOut)), waybillKind: calls.kind });
  const menu = typeof calls.page.access === 'object' ? String(calls.page.access.menu) : '';
  const rights = { menus: new Set([menu]), buttons: new Set<string>() };
  useSession.setState(rights);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/?id=YS1']}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const tabs = screen.getAllByRole('tab');
  expect(tabs).toHaveLength(5);
  for (const tab of tabs) fireEvent.click(tab);
  const refused = [...asked.values()].filter(({ access }) => !allowsAccess(rights, access)).map(({ path }) => path);
  expect(refused).toEqual([]);
  // the page itself, its log, what happens on the way, temperature and driver
  expect(asked.size).toBeGreaterThanOrEqual(5);
});
