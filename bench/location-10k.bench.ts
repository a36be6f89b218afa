import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, errors, type Page } from '@playwright/test';
import { tokenLife } from '@tongda/contract/base/identity/calls';
import { type LiveVehicle, type MotionState, motionState } from '@tongda/contract/core/live';
import { sql } from 'kysely';
import { listLive } from '../apps/server/src/modules/watch/location/repo';
import { buildApi } from '../apps/server/src/roles/api';
import setup from '../apps/server/test/setup/global-setup';
import { type TestApp, testApp } from '../apps/server/test/test-app';
import { presentBrowser } from '../scripts/browser.mjs';
import { miss, sized } from './kit/form';

/**
 * How fast the location page answers its user with 10,000 vehicles, beside the same page with 60, in one run with server, database, browser and reports on
 * this machine. Every vehicle reports each 10 s, so that 10,000 give 1,000 updates a second. Measured is the time from the input event (its browser
 * time stamp, so that waiting for a busy page counts) to the end of the next painted frame, and to the result where the interaction has one.
 * Promise: 95 of 100 interactions are painted within 200 ms.
 * WEB_ROOT: folder of the built pages; BENCH_ROUNDS: repetitions of each interaction.
 */
const promisedMs = 200;
/** a page that does not answer for so long counts as hung */
const hungMs = 20_000;
const reportEveryS = 10;
const rounds = Number(process.env.BENCH_ROUNDS) || sized(12, 1);
const manyVehicles = sized(10_000, 40);
/** the small form compares with nothing: a second browser with a second map would double what it takes */
const withFew = sized(1, 0) > 0;
/** what the page needs to come to rest before it is measured */
const restMs = sized(3_000, 100);
/** between one interaction and the next */
const pauseMs = sized(300, 20);
const webRoot = process.env.WEB_ROOT ?? join(import.meta.dirname, '..', 'apps/web/dist');
const steps = ['typing', 'state chip', 'row click', 'tree scroll', 'map pan', 'drawer open', 'drawer scroll'] as const;
/** An interaction of the user. */
type Step = (typeof steps)[number];
/** One measured time: from the input to the painted frame, or to the result. */
interface Sample {
  step: Step;
  kind: 'paint' | 'result';
  ms: number;
}

/** Vehicles of a company in `fleets` fleets over eastern China, with drivers, probes, terminals and their last states. */
async function populate(app: TestApp, clientId: string, vehicles: number, fleets: number): Promise<void> {
  const first = Number(clientId) * 100_000;
  await app.database.systemDb.transaction().execute(async (trx) => {
    await sql`insert into fleet (id, client_id, name, sort) select ${first}::int + i, ${clientId}, '车队' || lpad(i::text, 2, '0'), i
      from generate_series(1, ${fleets}::int) i`.execute(trx);
    await sql`insert into driver (id, client_id, name, phone) select ${first}::int + i, ${clientId}, '司机' || i, (13800000000 + i)::text
      from generate_series(1, ${vehicles}::int) i`.execute(trx);
    await sql`insert into vehicle (id, client_id, fleet_id, driver_id, plate_no, remark_no, temperature_types, tank_capacity_l)
      select ${first}::int + i, ${clientId}, ${first}::int + 1 + i % ${fleets}::int, ${first}::int + i,
        substr('沪苏浙粤京鲁川鄂湘豫', 1 + i % 10, 1) || substr('ABCDEFGH', 1 + i / 10 % 8, 1) || lpad((i * 7919 % 100000)::text, 5, '0'),
        '冷藏' || i, array[2 + i % 2]::smallint[], 400 from generate_series(1, ${vehicles}::int) i`.execute(trx);
    await sql`insert into probe (client_id, vehicle_id, kind, channel, name, zone, lower_limit, upper_limit)
      select ${clientId}, ${first}::int + i, p.kind, p.channel, p.name, null, p.low, p.high from generate_series(1, ${vehicles}::int) i,
        (values ('tem', 1, '前区', -25, -15), ('tem', 2, '后区', -25, -15), ('hum', 1, '前部', null, null), ('door', 1, '后门', null, null),
          ('oil', 1, '主油箱', null, null)) p (kind, channel, name, low, high)`.execute(trx);
    await sql`insert into device (id, client_id, terminal_no, phone_key) select ${first}::int + i, ${clientId}, 'T' || (${first}::int + i), '1' || (${first}::int + i)
      from generate_series(1, ${vehicles}::int) i`.execute(trx);
    await sql`insert into device_binding (client_id, device_id, vehicle_id, during) select ${clientId}, ${first}::int + i, ${first}::int + i, '[2020-01-01,)'
      from generate_series(1, ${vehicles}::int) i`.execute(trx);
    const now = Date.now();
    const state = sql`jsonb_build_object('vehicleId', (${first}::int + i)::text, 'clientId', ${clientId}::text, 'deviceId', (${first}::int + i)::text,
      'firstPacketAt', ${now - 86_400_000}::bigint, 'lastPacketAt', ${now}::bigint - (i % 20 = 0)::int * 90000000::bigint,
      'reportTime', ${now}::bigint, 'receiveTime', ${now}::bigint,
      'located', true, 'acc', i % 3 < 2, 'speedKmh', case when i % 3 = 0 then 40 + i % 50 else 0 end, 'directionDeg', i % 360, 'altitudeM', 20,
      'alarmBits', case when i % 97 = 0 then 2 else 0 end, 'statusBits', 3, 'sensors', jsonb_build_object('tempC', jsonb_build_array(-18.5 + i % 5 / 2.0, -17),
        'humPct', '[61.5]'::jsonb, 'fuelL', '[212.5]'::jsonb, 'doorOpen', '[false]'::jsonb, 'extVoltageV', 27.3, 'battPct', null, 'signal', 24, 'satellites', 14, 'reeferOn', true),
      'fix', jsonb_build_object('t', ${now}::bigint, 'lng', 103 + (i * 7919 % 18000) / 1000.0, 'lat', 23 + (i * 104729 % 17000) / 1000.0),
      'fixReceivedAt', ${now}::bigint, 'suspect', null, 'motion', (array['moving', 'idle', 'parked'])[1 + i % 3], 'motionSince', ${now}::bigint - i * 1000,
      'anchor', null, 'mileage', '{"pendingM":0,"countedM":0}'::jsonb, 'day', '', 'todayM', 0, 'startM', 1000000 + i, 'lateCount', 0, 'dirty', false)`;
    await sql`insert into device_state (vehicle_id, client_id, device_id, live, stream) select ${first}::int + i, ${clientId}, ${first}::int + i, '{}', ${state}
      from generate_series(1, ${vehicles}::int) i`.execute(trx);
  });
  await sql`analyze`.execute(app.database.systemDb);
}

/** Lets a company's vehicles report over the bus. The function it returns ends that and answers how many updates a second there were. */
function keepMoving(app: TestApp, vehicles: LiveVehicle[]): () => number {
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor((((performance.now() - started) / 1000) * vehicles.length) / reportEveryS);
    for (; sent < due; sent++) {
      const index = sent % vehicles.length;
      const old = vehicles[index];
      if (!old || old.lng === null || old.lat === null || old.state === motionState.offline) continue;
      const now = Date.now();
      const moving = old.state === motionState.moving;
      const state: MotionState = sent % 211 === 0 ? (moving ? motionState.parked : motionState.moving) : old.state;
      const next: LiveVehicle = {
        ...old,
        state,
        lng: old.lng + (moving ? 0.002 : 0),
        speedKmh: state === motionState.moving ? 50 + (sent % 40) : 0,
        tempC: [-18 + (sent % 50 === 0 ? 4 : (sent % 7) / 4), -17.2],
        deviceTime: now,
        receiveTime: now,
      };
      vehicles[index] = next;
      void app.bus.publish('live', next.vehicleId, next);
    }
  }, 20);
  return () => {
    clearInterval(timer);
    return sent / ((performance.now() - started) / 1000);
  };
}

/** Runs in the page before its own scripts. Notes for each input how long it takes until the next frame is painted, and until `sign` has changed. */
function observeInputs(): void {
  interface Watch {
    paint: number[];
    result: number[];
    /** Text that changes with the result of the interaction; null: it has no result to wait for. */
    sign: (() => string) | null;
  }
  const watch: Watch = { paint: [], result: [], sign: null };
  // a global of this benchmark, through which the page and the test talk
  (window as unknown as { tdWatch: Watch }).tdWatch = watch;
  const afterPaint = (run: () => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = run;
      channel.port2.postMessage(null);
    });
  let waiting = false;
  const heard = (event: Event) => {
    const from = event.timeStamp;
    const before = watch.sign?.();
    afterPaint(() => watch.paint.push(performance.now() - from));
    if (!watch.sign || waiting || (event.type !== 'keydown' && event.type !== 'click')) return;
    waiting = true;
    const look = () => {
      if (watch.sign?.() !== before) watch.result.push(performance.now() - from);
      else if (performance.now() - from < 10_000) return void afterPaint(look);
      waiting = false;
    };
    afterPaint(look);
  };
  for (const type of ['keydown', 'click', 'wheel', 'mousemove'])
    addEventListener(type, heard, { capture: true, passive: true });
}

/** The page's window with what {@link observeInputs} notes. */
type Observed = { tdWatch: { paint: number[]; result: number[]; sign: (() => string) | null } };
const shownCount = '.watch-location-bottom button b';

/**
 * Samples of one interaction: clears what the page has noted, does `act` and reads what it noted then. `sign` selects an element whose text changes
 * with the result.
 */
async function sample(page: Page, step: Step, sign: string | null, act: () => Promise<void>): Promise<Sample[]> {
  await page.evaluate((selector) => {
    // set by observeInputs
    const { tdWatch } = window as unknown as Observed;
    tdWatch.paint = [];
    tdWatch.result = [];
    tdWatch.sign = selector ? () => document.querySelector(selector)?.textContent ?? '' : null;
  }, sign);
  await act();
  await page.waitForTimeout(sized(350, 40));
  const { paint, result } = await page.evaluate(() => {
    // set by observeInputs
    const { tdWatch } = window as unknown as Observed;
    return { paint: tdWatch.paint, result: tdWatch.result };
  });
  return [
    ...paint.map((ms): Sample => ({ step, kind: 'paint', ms })),
    ...result.map((ms): Sample => ({ step, kind: 'result', ms })),
  ];
}

/** All interactions, `rounds` times each; those of the drawer, which are slow, a third as often. */
async function interact(page: Page): Promise<Sample[]> {
  const found: Sample[] = [];
  const add = async (...args: Parameters<typeof sample> extends [Page, ...infer Rest] ? Rest : never) =>
    void found.push(...(await sample(page, ...args)));
  const search = page.getByRole('textbox', { name: '搜索车辆' });
  const rows = page.locator('.watch-location-row');
  for (let i = 0; i < rounds; i++) {
    await search.focus();
    for (const key of ['A', '1', '2']) await add('typing', shownCount, () => page.keyboard.press(key));
    await search.fill('');
    await page.waitForTimeout(pauseMs);
    for (let k = 0; k < 2; k++)
      await add('state chip', shownCount, () =>
        page
          .locator('.watch-location-chips .chip')
          .nth(2 + (i % 3))
          .click(),
      );
    await add('row click', '.watch-location-card header', () => rows.nth(1 + (i % 10)).click());
    await page.locator('.watch-location-tree .watch-location-rows').hover();
    await add('tree scroll', null, async () => {
      for (let k = 0; k < 6; k++) {
        await page.mouse.wheel(0, i % 2 ? -900 : 900);
        await page.waitForTimeout(sized(60, 20));
      }
    });
    await page.mouse.move(700, 480);
    await page.mouse.down();
    await add('map pan', null, async () => {
      for (let k = 1; k <= 8; k++) {
        await page.mouse.move(700 + (i % 2 ? -k : k) * 12, 480 + k * 3);
        await page.waitForTimeout(sized(40, 20));
      }
    });
    await page.mouse.up();
    await page.waitForTimeout(pauseMs);
  }
  for (let i = 0; i < Math.ceil(rounds / 3); i++) {
    try {
      found.push(...(await useDrawer(page)));
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      found.push({ step: 'drawer open', kind: 'paint', ms: hungMs });
      break;
    }
  }
  return found;
}

/** Opens the drawer with the vehicle list, scrolls it and closes it. */
async function useDrawer(page: Page): Promise<Sample[]> {
  const open = page.getByRole('button', { name: /^车辆列表/u });
  const found = await sample(page, 'drawer open', null, () => open.click({ timeout: hungMs }));
  await page
    .locator('.watch-location-drawer .ant-table-tbody-virtual, .watch-location-drawer .ant-table-body')
    .first()
    .hover();
  const scrolled = await sample(page, 'drawer scroll', null, async () => {
    for (let k = 0; k < 6; k++) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(sized(60, 20));
    }
  });
  await page.getByRole('button', { name: '收起车辆列表' }).click();
  await page.waitForTimeout(pauseMs);
  return [...found, ...scrolled];
}

/** What was measured with one company. */
interface Outcome {
  firstRowsMs: number;
  snapshotKb: number;
  updatesPerS: number;
  samples: Sample[];
}

/** Measures the page of a company with so many vehicles: its user opens it in a browser and uses it. */
async function measure(app: TestApp, url: string, vehicles: number, fleets: number): Promise<Outcome> {
  const { clientId, userId, token } = await app.company(`位置基准${vehicles}`);
  await populate(app, clientId, vehicles, fleets);
  const who = {
    userId,
    clientId,
    isPrimary: true,
    isOrgManager: false,
    vehicleScope: 1,
    orgId: null,
    timeZone: 'Asia/Shanghai',
  };
  const stop = keepMoving(app, await listLive(app.database.systemDb, who, {}, Date.now()));
  const executablePath = presentBrowser() ?? undefined;
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--enable-unsafe-swiftshader',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  try {
    const context = await browser.newContext({
      viewport: { width: 1600, height: 900 },
      // the map is drawn without a graphics card: a quarter of the pixels takes a quarter of the time
      deviceScaleFactor: sized(1, 0.5),
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    });
    const cookie = (name: string, value: string) => ({ name, value: encodeURIComponent(value), url });
    await context.addCookies([
      cookie('td_access', token),
      // the tour, which opens by itself for new users, would cover the page; so would the question how pages open (below)
      cookie('webgis.web.menuRight.guideUser', '1'),
      cookie('td_access_until', String(Date.now() + tokenLife.accessStamp * 1000)),
    ]);
    // tsx wraps functions in a helper that the page does not have
    await context.addInitScript('globalThis.__name = (f) => f;');
    await context.addInitScript("localStorage.setItem('td.browseAsked', '1');");
    await context.addInitScript(observeInputs);
    const page = await context.newPage();
    let snapshotKb = 0;
    page.on('response', (answer) => {
      if (!answer.url().includes('/monitor/snapshot')) return;
      void answer
        .request()
        .sizes()
        .then(
          ({ responseBodySize }) => {
            snapshotKb = responseBodySize / 1024;
          },
          () => undefined,
        );
    });
    const from = performance.now();
    await page.goto(`${url}/community/location`);
    await page.locator('.watch-location-row').first().waitFor({ timeout: 60_000 });
    const firstRowsMs = performance.now() - from;
    await page.locator('[data-map-state="ready"]').waitFor({ timeout: 60_000 });
    await page.waitForTimeout(restMs);
    const samples = await interact(page);
    if (process.env.BENCH_SHOT) await page.screenshot({ path: `${process.env.BENCH_SHOT}-${vehicles}.png` });
    return { firstRowsMs, snapshotKb, updatesPerS: stop(), samples };
  } finally {
    stop();
    await browser.close();
  }
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

if (!existsSync(join(webRoot, 'index.html')))
  throw new Error(`no built pages in ${webRoot}: npm run build, or WEB_ROOT`);
const stopDatabase = await setup();
const app = await testApp();
const http = await buildApi(app, { webRoot });
await http.listen({ port: Number(process.env.BENCH_PORT) || 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
const few = withFew ? await measure(app, url, 60, 3) : null;
if (few) console.log(`60 vehicles: ${few.samples.length} samples, now 10,000`);
const many = await measure(app, url, manyVehicles, 40);
await http.close();
await app.close();
await stopDatabase();

console.log(`                  first rows   snapshot (compressed)   updates/s`);
for (const [name, o] of [
  ['60', few ?? many],
  ['10,000', many],
] as const)
  console.log(
    `${name.padEnd(8)} vehicles ${o.firstRowsMs.toFixed(0).padStart(8)} ms ${o.snapshotKb.toFixed(0).padStart(17)} kB ${o.updatesPerS.toFixed(0).padStart(11)}`,
  );
console.log(`\nms, input to …          10,000: p50    p95    n     60: p50    p95   ratio p50  p95`);
let missed = 0;
for (const step of steps) {
  for (const kind of ['paint', 'result'] as const) {
    const of = (o: Outcome) => o.samples.filter((s) => s.step === step && s.kind === kind).map((s) => s.ms);
    const [a, b] = [of(many), of(few ?? many)];
    if (a.length === 0) {
      if (kind === 'paint') {
        missed++;
        console.log(`${step}: nothing was measured`);
      }
      continue;
    }
    const [a50, a95, b50, b95] = [percentile(a, 0.5), percentile(a, 0.95), percentile(b, 0.5), percentile(b, 0.95)];
    const cells = [
      a50.toFixed(0),
      a95.toFixed(0),
      a.length,
      b50.toFixed(0),
      b95.toFixed(0),
      (a50 / b50).toFixed(2),
      (a95 / b95).toFixed(2),
    ];
    const [m50, m95, n, f50, f95, r50, r95] = cells.map(String);
    console.log(
      `${`${step} ${kind}`.padEnd(24)}${m50?.padStart(11)}${m95?.padStart(7)}${n?.padStart(5)}${f50?.padStart(12)}${f95?.padStart(7)}${r50?.padStart(11)}${r95?.padStart(6)}`,
    );
    if (kind === 'paint' && a95 > promisedMs) missed++;
  }
}
console.log(
  `\npromised: p95 of input to paint at most ${promisedMs} ms with 10,000 vehicles: ${missed === 0 ? 'held' : `missed in ${missed}`}`,
);
if (missed > 0) miss();
