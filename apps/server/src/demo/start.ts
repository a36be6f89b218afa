import { hourMs } from '@tongda/contract/core/durations';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import type { App, Stop } from '../core/run/app';
import { hashPassword } from '../modules/base/identity/door';
import { vehicleSources } from '../reports/driving/outside/source';
import { handleDemoAlarms } from './alarms/handling';
import { loadUnitFailures } from './alarms/planted';
import { handleUnitFailure, plantUnitFailure } from './alarms/warm-box';
import { plantWarmGoods } from './alarms/warm-goods';
import { demoExports, makeDemoExport } from './exports';
import { makeCommandCatalogue } from './fleet/command-catalogue';
import { giveDemoCommands } from './fleet/commands';
import { demoSource } from './fleet/outside-vehicles';
import { sendDemoPlan } from './fleet/sent-plan';
import { phoneKey } from './fleet/vehicle/rows';
import { giveDemoWrites } from './fleet/writes';
import { makeInvoices, makeMemberVouchers } from './people/members';
import { makeOpenApps } from './people/open-apps';
import { makeDemoSurveys } from './people/surveys';
import { demoClients } from './people/users';
import { seedDemo } from './seed';
import { type KnownTerminal, runSimulator } from './simulator-process';
import { type DemoStep, makeSteps } from './steps';
import { makeReceiptPapers, makeReceiptPictures } from './transport/receipt-papers';
import { revokeOneSignature } from './transport/revoked';

const doNothing: Stop = async () => undefined;
/** Ms before a terminal's last report that are sent again, for what it still held when the simulator was killed; each point is stored once. */
const overlapMs = hourMs;

/**
 * Seeds the demo companies into an empty database, completes what an interrupted start left out, and runs the terminal simulator against the gateway of this process: history up
 * to now on the first start, later what is missing since. Does nothing in a database that holds other companies only. Throws the reason of `signal` when it is
 * aborted on the way: what is made by then stays, and the rest is made by the next start.
 */
export async function startDemo(app: App, signal: AbortSignal): Promise<Stop> {
  const db = app.database.systemDb;
  const clients = await db.selectFrom('client').select('id').execute();
  if (clients.length > 0 && !clients.some((c) => c.id === demoClients.cold.id)) {
    app.log.warn('the database holds companies of its own: no demo');
    return doNothing;
  }
  const seeded = await seedDemo(db, {
    now: new Date(),
    signal,
    hashPassword: (plain) => hashPassword(plain, app.secrets.pwdSalt),
  });
  if (seeded) app.log.info('demo companies written');
  // an operator's own data source stands before the mock
  if (vehicleSources.parts().length === 0) vehicleSources.add(demoSource());
  const made = await makeSteps(
    db,
    stepsOf(app),
    (step, err) => app.log.error({ err, step }, 'part of the demo not made'),
    signal,
  );
  if (made.length > 0) app.log.info({ made }, 'demo completed');
  if (!app.config.ROLES.includes('gateway')) return doNothing;
  const reported = await loadReported(app);
  const failure = await plantUnitFailure(db, Date.now(), reported);
  await plantWarmGoods(db, Date.now(), reported);
  const simulator = runSimulator({
    port: app.config.GATEWAY_PORT,
    historyDays: app.config.DEMO_HISTORY_DAYS,
    log: app.log,
    known: async () => {
      const recorders = await loadRecorders(app);
      const terminals = { ...(await loadTerminals(app)), ...recorders.terminals };
      return { terminals, failures: await loadUnitFailures(db), recordersSince: recorders.since };
    },
  });
  const handling = handleDemoAlarms(app);
  const calling = failure ? handleUnitFailure(app, failure) : doNothing;
  return async () => {
    await Promise.all([handling(), calling()]);
    await simulator();
  };
}

/** What is made once the companies are written, each part with its own mark. */
const stepsOf = (app: App): DemoStep[] => [
  ...demoExports.map((wish, i) => ({ name: `export ${i + 1}`, make: () => makeDemoExport(app, wish) })),
  { name: 'receipt papers', make: () => makeReceiptPapers(app) },
  { name: 'receipt pictures', make: () => makeReceiptPictures(app) },
  { name: 'revoked signature', make: () => revokeOneSignature(app) },
  { name: 'member vouchers', make: () => makeMemberVouchers(app) },
  { name: 'invoices', make: () => makeInvoices(app) },
  { name: 'surveys', make: () => makeDemoSurveys(app) },
  { name: 'plan', make: () => sendDemoPlan(app) },
  { name: 'commands', make: () => giveDemoCommands(app) },
  { name: 'command catalogue', make: () => makeCommandCatalogue(app) },
  { name: 'writes', make: () => giveDemoWrites(app) },
  { name: 'programs', make: () => makeOpenApps(app) },
];

/** Until when each vehicle has reported, epoch ms by its number. */
async function loadReported(app: App): Promise<Map<number, number>> {
  const known = await loadTerminals(app);
  return new Map(demoVehicles.map(({ no, phone }) => [no, (known[phoneKey(phone)]?.since ?? -overlapMs) + overlapMs]));
}

/** What each portable recorder remembers, and when the company got them (epoch ms; absent: it has none). */
async function loadRecorders(app: App): Promise<{ terminals: Record<string, KnownTerminal>; since?: number }> {
  const rows = await app.database.systemDb
    .selectFrom('portable_device')
    .select(['phone_key', 'auth_code', 'reading_at', 'created_at'])
    .where('client_id', '=', demoClients.cold.id)
    .where('phone_key', 'is not', null)
    .execute();
  const [first] = rows;
  return {
    ...(first ? { since: new Date(first.created_at).getTime() } : {}),
    terminals: Object.fromEntries(
      rows.map((r): [string, KnownTerminal] => [r.phone_key ?? '', rememberedOf(r.reading_at, r.auth_code)]),
    ),
  };
}

const rememberedOf = (last: string | Date | null, code: string | null): KnownTerminal => ({
  ...(last ? { since: new Date(last).getTime() - overlapMs } : {}),
  ...(code === null ? {} : { code }),
});

/**
 * What each demo terminal remembers: until when its reports were taken, and its authentication code. A real terminal keeps the code itself; the simulator
 * has no memory over a restart.
 */
async function loadTerminals(app: App): Promise<Record<string, KnownTerminal>> {
  const rows = await app.database.systemDb
    .selectFrom('device as d')
    .leftJoin('device_state as s', 's.device_id', 'd.id')
    .select(['d.phone_key', 'd.auth_code', 's.device_time'])
    .where('d.client_id', '=', demoClients.cold.id)
    .execute();
  return Object.fromEntries(
    rows.map((r): [string, KnownTerminal] => [r.phone_key, rememberedOf(r.device_time, r.auth_code)]),
  );
}
