// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { MessageRow } from '@tongda/contract/base/message/calls';
import { msgCategory } from '@tongda/contract/base/system-enums';
import { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { type User, useSession } from '../kit/session/user';
import { logInForTest, stubDocument } from '../kit/test-document';
import { MessageDialog } from '../modules/base/message/dialog';
import { alarmRow } from '../modules/watch/alarm/handle/test-row';
import { fillSlots } from './slots';

stubDocument();
logInForTest();
fillSlots();
afterEach(cleanup);

const message: MessageRow = {
  id: '1',
  category: msgCategory.vehicleAlarm,
  type: 1,
  typeName: '报警',
  level: 2,
  popup: false,
  sound: false,
  objTag: 'vehicle:3|alarm:7',
  objName: '沪A00001',
  title: '超温报警（严重）',
  content: '后区 -8.2 ℃',
  createTime: '2026-11-21 10:00:05',
  readFlag: 0,
};
const start = Date.parse('2026-11-21T02:00:00Z');

/** Opens a message; the server answers this to each call. */
function open(row: MessageRow, answer: { code: number; data: unknown }): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(String(url));
    return new Response(JSON.stringify({ msg: 'ok', ...answer }));
  });
  useSession.setState({ user: { id: '7' } as User, tree: [] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <MessageDialog message={row} close={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return asked;
}

test('a message about an alarm shows its curve and its map', async () => {
  const points = [-2, -1, 0, 1].map((m) => [start + m * 60_000, 121, 31, 60, -8 - m]);
  const data = {
    alarm: alarmRow('7', { start, lng: 121, lat: 31 }),
    ...{
      undoUntil: null,
      rule: null,
      figures: [],
      points,
      frame: null,
      raw: null,
      files: [],
      filesPending: '',
      near: [],
      trace: [],
    },
    ...{ repairs: [], before: null, after: null, series: { name: '温度', unit: '℃', limit: -15 } },
  };
  const asked = open(message, { code: 200, data });
  expect(await screen.findByRole('img', { name: '报警前后温度曲线' }, { timeout: 15_000 })).toBeTruthy();
  expect(screen.getByRole('region', { name: '报警前后5分钟的轨迹' }).querySelector('.map-view')).not.toBeNull();
  expect(asked.some((url) => url.includes(alarmDetail.path))).toBe(true);
}, 20_000);

test('a message about something else asks for no alarm', () => {
  const asked = open({ ...message, objTag: 'device:9' }, { code: 200, data: null });
  expect(screen.getByText('后区 -8.2 ℃')).toBeTruthy();
  expect(asked).toEqual([]);
});
