// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { allowsAccess } from '@tongda/contract/core/allows';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import * as driverApp from '@tongda/contract/transport/driver-app/calls';
import * as orders from '@tongda/contract/transport/order/calls';
import * as live from '@tongda/contract/transport/trip/live';
import * as temperature from '@tongda/contract/transport/trip/temperature';
import {
  billOfLadingCalls,
  transportTaskCalls,
  type WaybillCalls,
  waybillStowageCalls,
} from '@tongda/contract/transport/waybill/calls';
import { recordPictures } from '@tongda/contract/transport/waybill/road/reload';
import { waybillDetailOut } from '@tongda/contract/transport/waybill/shapes';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { useSession } from '../../../kit/session/user';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { BillCheckPage } from './bill-pages';
import { StowageCheckPage } from './stow/check-page';
import { TaskCheckPage } from './stow/task-check-page';

/** Calls that these pages may make; one that is missing here fails the test by its path. */
const endpoints = new Map<string, Endpoint>(
  [
    temperature,
    live,
    driverApp,
    orders,
    { detail: billOfLadingCalls.detail },
    { detail: waybillStowageCalls.detail },
    transportTaskCalls,
    { recordPictures },
  ]
    .flatMap((of) => Object.values<unknown>(of))
    .flatMap((one) => (isEndpoint(one) ? [[one.path, one] as const] : [])),
);
function isEndpoint(one: unknown): one is Endpoint {
  return typeof one === 'object' && one !== null && 'path' in one && 'access' in one;
}
const asked = new Set<string>();
beforeEach(stubDocument);
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

test.each(pages)('whoever holds nothing but the menu of %s may open every part of its page', async (_, calls, Page) => {
  asked.clear();
  const detail = { ...Object(sampleOf(waybillDetailOut)), waybillKind: calls.kind };
  vi.stubGlobal('fetch', async (url: string) => {
    const path = new URL(url, location.href).pathname;
    asked.add(path);
    return Response.json({ code: 200, msg: '', data: path === calls.detail.path ? detail : null });
  });
  const menu = typeof calls.page.access === 'object' ? String(calls.page.access.menu) : '';
  const rights = { menus: new Set([menu]), buttons: new Set<string>() };
  logInForTest();
  useSession.setState(rights);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/?id=YS1']}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const tabs = await screen.findAllByRole('tab');
  expect(tabs).toHaveLength(5);
  for (const tab of tabs) fireEvent.click(tab);
  // the page itself, its log, what happens on the way, temperature, pictures, and the driver's records of the last tab
  await waitFor(() => expect(asked).toContain(driverApp.driverActions.path));
  expect(asked.size).toBeGreaterThanOrEqual(6);
  const refused = [...asked].filter((path) => {
    const endpoint = endpoints.get(path);
    return !endpoint || !allowsAccess(rights, endpoint.access);
  });
  expect(refused).toEqual([]);
});
