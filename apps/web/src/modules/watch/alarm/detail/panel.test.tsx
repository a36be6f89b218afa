// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { rightKey } from '@tongda/contract/core/allows';
import type { Output } from '@tongda/contract/core/endpoint';
import { button } from '@tongda/contract/shell/rights';
import { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { terminalFileKind } from '@tongda/contract/watch/alarm/enums';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../../kit/session/user';
import { logInForTest, stubDocument } from '../../../../kit/test-document';
import { alarmRow } from '../handle/test-row';
import { MoreOfAlarm } from '../more';
import { AlarmAround } from './around';
import { beginningPins, closeDrive } from './drive';
import { AlarmEvidence } from './evidence';
import { FrameFacts } from './frame-facts';
import { NearAlarms } from './near';
import { Player } from './player';

stubDocument();
logInForTest();
// the base map's settings are still on their way
const answerNothing = () => vi.stubGlobal('fetch', () => new Promise(() => undefined));
answerNothing();
afterEach(cleanup);
afterEach(answerNothing);

type Detail = Output<typeof alarmDetail>;
const start = Date.parse('2026-11-21T02:00:00Z');
const minute = 60_000;
const at = (minutes: number, speed = 60): Detail['points'][number] => [
  start + minutes * minute,
  121 + minutes / 100,
  31,
  speed,
  minutes,
];
const detail: Detail = {
  alarm: alarmRow('7', { start, lng: 121, lat: 31, speedKmh: 62, startTime: '2026-11-21 10:00:00' }),
  undoUntil: null,
  rule: null,
  figures: [],
  points: [at(-20), at(-6), at(-5), at(-1), at(0, 62), at(4), at(5), at(6)],
  series: { name: '温度', unit: '℃', limit: -15 },
  frame: null,
  raw: null,
  files: [],
  filesPending: '',
  near: [],
  trace: [],
  repairs: [],
  before: null,
  after: null,
};

const show = (of: Detail) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AlarmAround detail={of} />
    </QueryClientProvider>,
  );

test('the map has the way of the five minutes before and after, and the place with time and speed', () => {
  expect(closeDrive(detail).map(([lng]) => Math.round((lng - 121) * 100))).toEqual([-5, -1, 0, 4, 5]);
  expect(beginningPins(detail.alarm)).toEqual([{ lng: 121, lat: 31, label: '10:00 62 km/h', selected: true }]);
  show(detail);
  const around = screen.getByRole('region', { name: '报警前后5分钟的轨迹' });
  expect(around.querySelector('.map-view')).not.toBeNull();
  expect(screen.getByRole('img', { name: '报警前后速度曲线' })).toBeTruthy();
});

test('an alarm without any place has no map', () => {
  const { container } = show({ ...detail, alarm: alarmRow('7', { start }), points: [] });
  expect(container.innerHTML).toBe('');
});

test('near alarms lead to each other', () => {
  const choose = vi.fn();
  const near = [alarmRow('8', { title: '超速报警' }), alarmRow('9', { title: '开门报警' })];
  render(<NearAlarms near={near} choose={choose} />);
  fireEvent.click(screen.getByRole('button', { name: '开门报警' }));
  expect(choose).toHaveBeenCalledWith('9');
  cleanup();
  render(<NearAlarms near={[]} choose={choose} />);
  expect(screen.getByText('前后1小时没有其他报警')).toBeTruthy();
});

const filmFile = (id: string, url: string): Detail['files'][number] => ({
  ...{ id, name: `${id}.mp4`, kind: terminalFileKind.video, camera: '前向摄像头', time: '10:00', bytes: 1 },
  ...{ shown: 'video', url, film: null },
});
const theFilm = (): HTMLVideoElement => {
  const box = document.querySelector('video');
  if (!box) throw new Error('no film');
  return box;
};
/** A box of an MP4 around what it has. */
const boxed = (type: string, inside: Uint8Array): Uint8Array => {
  const box = new Uint8Array(8 + inside.length);
  new DataView(box.buffer).setUint32(0, box.length);
  box.set(new TextEncoder().encode(type), 4);
  box.set(inside, 8);
  return box;
};
/** An MP4 of a coding whose index stands behind so many bytes of pictures. */
const filmIn = (entry: string, before = 0): Uint8Array<ArrayBuffer> => {
  const table = boxed('stsd', new Uint8Array([0, 0, 0, 0, 0, 0, 0, 1, ...boxed(entry, new Uint8Array(8))]));
  const parts = [boxed('ftyp', new Uint8Array(8)), boxed('mdat', new Uint8Array(before)), boxed('moov', table)];
  return new Uint8Array(parts.flatMap((part) => [...part]));
};
/** Answers links with a film or, when they have ended, with a sentence, and the alarm with a new link. */
function answerLinks(ended: readonly string[], film = filmIn('hvc1')) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const path = String(url instanceof Request ? url.url : url);
    asked.push(path);
    if (path.startsWith('/f/')) {
      const type = ended.includes(path) ? 'application/json' : 'video/mp4';
      const [from = 0, to = 0] =
        /(\d+)-(\d+)/u
          .exec(new Headers(init?.headers).get('range') ?? '')
          ?.slice(1)
          .map(Number) ?? [];
      return new Response(film.slice(from, to + 1), { status: 206, headers: { 'content-type': type } });
    }
    const data = { files: [filmFile('1', '/f/new')] };
    return new Response(JSON.stringify({ code: alarmDetail.okCode, msg: '', data }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  return asked;
}

test('a film whose link has ended gets a new one and goes on at the same second', async () => {
  const play = vi.fn(async () => undefined);
  HTMLMediaElement.prototype.play = play;
  const detail = { alarm: alarmRow('7', {}), files: [filmFile('1', '/f/old')], filesPending: '' };
  answerLinks(['/f/old']);
  // no more of the answer is shown here
  render(<AlarmEvidence detail={detail as unknown as Detail} />);
  const box = theFilm();
  box.currentTime = 42;
  Object.defineProperty(box, 'paused', { value: false });
  fireEvent.error(box);
  await vi.waitFor(() => expect(box.getAttribute('src')).toBe('/f/new'));
  box.currentTime = 0;
  fireEvent.loadedMetadata(box);
  expect(box.currentTime).toBe(42);
  expect(play).toHaveBeenCalledOnce();
});

test.each([
  ['H.265 that it does not know', filmIn('hvc1'), '', /不支持 H\.265 编码），请下载后用播放器观看/u, 1],
  ['H.265 with its index at the end', filmIn('hev1', 100_000), '', /不支持 H\.265 编码/u, 2],
  ['a damaged one that it does know', filmIn('avc1'), 'probably', /H\.264 编码，文件可能不完整或已损坏/u, 1],
  ['no MP4', new Uint8Array(40), '', /^浏览器无法播放这段视频，请下载后用播放器观看$/u, 1],
] as const)(
  'a film that the browser cannot play says why and is there to be saved: %s',
  async (_, film, plays, words, reads) => {
    const asked = answerLinks([], film);
    HTMLMediaElement.prototype.canPlayType = () => plays;
    // no more of the answer is shown here
    const detail = {
      alarm: alarmRow('7', {}),
      files: [filmFile('1', '/f/old')],
      filesPending: '',
    } as unknown as Detail;
    render(<AlarmEvidence detail={detail} />);
    fireEvent.error(theFilm());
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: '下载' }).getAttribute('href')).toBe('/f/old');
    expect(asked).toEqual(Array(reads).fill('/f/old'));
  },
);

test('films of several cameras are started, wound and stopped together', () => {
  const [play, pause] = [vi.fn(), vi.fn()];
  HTMLMediaElement.prototype.play = async function started() {
    play(this.getAttribute('aria-label'));
  };
  HTMLMediaElement.prototype.pause = function stopped() {
    pause(this.getAttribute('aria-label'));
  };
  const film = (id: string, camera: string): Detail['files'][number] => ({
    id,
    name: `${id}.mp4`,
    kind: terminalFileKind.video,
    camera,
    time: '10:00',
    bytes: 1,
    shown: 'video',
    url: `/f/${id}`,
    film: null,
  });
  render(<Player alarmId="7" films={[film('1', '前向摄像头'), film('2', '驾驶员摄像头')]} />);
  const films = [...document.querySelectorAll('video')];
  for (const [i, box] of films.entries()) {
    Object.defineProperty(box, 'duration', { value: 10 + i });
    fireEvent.loadedMetadata(box);
  }
  expect(screen.getByText('0:00 / 0:11')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '同步播放' }));
  expect(play.mock.calls.flat()).toEqual(['前向摄像头 10:00', '驾驶员摄像头 10:00']);
  fireEvent.click(screen.getByRole('button', { name: '全部暂停' }));
  expect(pause.mock.calls.flat()).toEqual(['前向摄像头 10:00', '驾驶员摄像头 10:00']);
  const slider = screen.getByRole('slider', { name: '播放进度' });
  fireEvent.keyDown(slider, { key: 'End', keyCode: 35, which: 35 });
  // the shorter one stays at its end
  expect(films.map((box) => box.currentTime)).toEqual([10, 11]);
});

test('打印 marks the way to the alarm, wherever it stands, and leaves nothing behind', async () => {
  const marks = (): Array<string | undefined> =>
    ['.watch-alarm-detail', '#around', 'body', 'html', '#beside'].map((one) =>
      [...(document.querySelector(one)?.classList ?? [])].find((name) => name.startsWith('watch-alarm-print')),
    );
  const printed: unknown[] = [];
  vi.stubGlobal('print', () => printed.push(marks()));
  render(
    <div id="around">
      <p id="beside">列表</p>
      <div className="watch-alarm-detail">
        <MoreOfAlarm alarm={detail.alarm} />
      </div>
    </div>,
  );
  fireEvent.click(screen.getByRole('button', { name: '更多操作' }));
  await act(async () => fireEvent.click(await screen.findByText('打印')));
  expect(printed).toEqual([['watch-alarm-printed', ...Array(3).fill('watch-alarm-print-way'), undefined]]);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(marks()).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('下发文本 reaches the truck of the alarm, not one that another company shares', async () => {
  const open = (shared: boolean) => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MoreOfAlarm alarm={{ ...detail.alarm, shared }} />
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: '更多操作' }));
  };
  open(false);
  await screen.findByText('打印');
  // without the right to it
  expect(screen.queryByText('下发文本')).toBeNull();
  cleanup();
  const { menu, path } = button('monitoring', 'location/text');
  useSession.setState({ menus: new Set([String(menu)]), buttons: new Set([rightKey(String(menu), path)]) });
  open(true);
  await screen.findByText('打印');
  expect(screen.queryByText('下发文本')).toBeNull();
  cleanup();
  open(false);
  fireEvent.click(await screen.findByText('下发文本'));
  const dialog = await screen.findByRole('dialog', {}, { timeout: 5000 });
  expect(dialog.textContent).toContain(detail.alarm.plateNo);
});

test('the item of an active-safety alarm, which was read, is not called unread', () => {
  const frame = {
    ...{ time: '', receiveTime: '', late: false, located: false, lng: 0, lat: 0, speedKmh: 62, directionDeg: 90 },
  };
  render(
    <FrameFacts
      frame={{ ...frame, acc: true, tempC: [], humPct: [], fuelL: [], doors: [], alarms: [], odometerKm: null }}
      raw={{ alarmWord: '00000000', statusWord: '000C0003', items: '64 2F 00' }}
    />,
  );
  expect(screen.getByText('64 2F 00').previousSibling?.textContent).toBe('其他附加项');
});
