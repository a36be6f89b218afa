import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { writeXlsx } from '../apps/server/src/core/export/xlsx';
import { seedLoadFleet } from '../apps/server/test/processes/server-data';
import { seenBook } from '../apps/server/test/workbook-kit';
import { type Answer, addCaller, logIn } from './kit/calls';
import { miss, sized } from './kit/form';
import { startReporting } from './kit/reporting';
import { openStage } from './kit/stage';

/**
 * No user's file delays a truck's acknowledgement: 300 terminals report once in three seconds to the real server while somebody checks and imports a workbook
 * of 10,000 lines and 10 MB, gets a workbook full of errors back, exports what he imported, and exports 100,000 drivers as a workbook. Promise: the 99th percentile of the time until a report is acknowledged stays
 * below 100 ms in each of them.
 */
const promisedMs = 100;
const terminals = sized(300, 10);
const everyMs = sized(3_000, 100);
const quietMs = sized(10_000, 150);
const lines = sized(10_000, 50);
const drivers = sized(100_000, 200);
/** columns of random text, which make the file large and are ignored by the import */
const fillers = 12;
const base = '/api/base/manage/vehicle';

const stage = await openStage('import-beside-reports');
const { port, gatewayPort } = stage;
const salt = await stage.withData(async (db) => {
  await seedLoadFleet(db, terminals);
  const pwdSalt = await addCaller(db, '1');
  await sql`insert into org (client_id, name) values (1, '总部')`.execute(db.systemDb);
  await sql`insert into driver (client_id, name, phone) select 1, '司机' || n, (13000000000 + n)::text from generate_series(1, ${drivers}::int) n`.execute(
    db.systemDb,
  );
  return pwdSalt;
});
const server = await stage.start();
const address = (path: string): string => `http://127.0.0.1:${port}${path}`;

const bearer = await logIn(port, salt);

async function call(path: string, body: unknown): Promise<Answer> {
  const headers = { ...bearer, 'content-type': 'application/json' };
  const answer = await fetch(address(path), { method: 'POST', headers, body: JSON.stringify(body) });
  // the envelope of every answer
  return (await answer.json()) as Answer;
}

async function upload(path: string, file: Buffer): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), 'a.xlsx');
  const answer = await fetch(address(path), { method: 'POST', headers: bearer, body: form });
  // the envelope of every answer
  return (await answer.json()) as Answer;
}

/** A workbook with the template's example in every line, and what `own` says. */
async function makeFile(own: (i: number) => Record<string, string | null>): Promise<Buffer> {
  const template = await fetch(address(`${base}/importTemplate`), {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: '{}',
  });
  const sheet = seenBook(Buffer.from(await template.arrayBuffer())).find(({ name }) => name === '示例');
  // the template's cells are texts and numbers
  const [heads = [], example = []] = (sheet?.rows ?? []) as Array<Array<string | number>>;
  const names = heads.map((head) => String(head).replace(/[*＊]/gu, ''));
  const more = Array.from({ length: fillers }, (_, i) => `自定义${i + 1}`);
  const out = new PassThrough();
  const bytes = buffer(out);
  await writeXlsx(out, {
    sheetName: '数据',
    titles: [],
    columns: [...names, ...more].map((header) => ({ header, width: 12 })),
    rows: (function* () {
      for (let i = 0; i < lines; i++) {
        const cells = own(i);
        yield [
          ...names.map((name, at) => (name in cells ? (cells[name] ?? null) : (example[at] ?? null))),
          ...more.map(() => randomBytes(45).toString('base64')),
        ];
      }
    })(),
  });
  return bytes;
}

const reporting = await startReporting({
  port: gatewayPort,
  terminals,
  everyMs,
  from: Math.floor(Date.now() / 1000) * 1000 - 240_000,
});
/** Waits until `work` has ended. Answers the ms until each report meanwhile was acknowledged. */
async function measureBeside(work: Promise<unknown>): Promise<number[]> {
  await reporting.forget();
  await work;
  return (await reporting.read()).latencies;
}
const percentile = (times: number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

let failed = false;
async function report(name: string, work: Promise<unknown>): Promise<void> {
  const from = performance.now();
  const times = await measureBeside(work);
  const p99 = percentile(times, 0.99);
  const ok = p99 <= promisedMs;
  failed ||= !ok;
  console.log(
    `${ok ? '  ' : 'MISSED '}${name} (${((performance.now() - from) / 1000).toFixed(1)} s, ${times.length} reports): acknowledged after p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at most ${Math.max(0, ...times).toFixed(0)} ms (promised: p99 at most ${promisedMs} ms)`,
  );
}
const well = (answer: Answer): Answer => {
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data).slice(0, 300)}`);
  return answer;
};
/** Exports a register as a workbook, and waits until the file is there. */
async function exportAll(register: string): Promise<void> {
  const { data } = well(await call(`${register}/export`, { format: 'xlsx' }));
  for (let status = 0; status === 0; ) {
    await pause(sized(100, 20));
    const { data: list } = well(await call('/api/file/download/getDownLoadList', { page: 1, size: 20 }));
    const task = list.list.find((one: { id: string }) => one.id === data.id);
    status = task?.status ?? 0;
    if (status === 2) throw new Error(task.failReason);
  }
}
const plate = (i: number): string => `皖${'ABCDE'[i % 5]}${10_000 + i}`;
// no terminal, and not the driver of the example in every line
const blank = { '车架号(VIN)': null, VIN: null, 车架号: null, 终端编号: null, 主驾司机: null };
const good = await makeFile((i) => ({ ...blank, 车牌号: plate(i) }));
const wrong = await makeFile((i) => ({ ...blank, 车牌号: `错误${i}` }));
console.log(`${lines} lines, ${(good.length / 1e6).toFixed(1)} MB`);
try {
  // the first report of a terminal costs more, since its data is read then
  await measureBeside(pause(sized(4_000, 150)));
  await report('nothing else', pause(quietMs));
  await report('check', upload(`${base}/importCheck`, good).then(well));
  await report('check with an error in every line', upload(`${base}/importCheck`, wrong).then(well));
  await report('import', upload(`${base}/import`, good).then(well));
  await report('export', exportAll(base));
  await report(`export of ${drivers} drivers`, exportAll('/api/base/manage/driver'));
} finally {
  await reporting.stop();
  await server.stop();
  await stage.close();
}
if (failed) miss();
