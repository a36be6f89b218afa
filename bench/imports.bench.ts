import { sql } from 'kysely';
import { type FleetFixture, fleetFixture } from '../apps/server/test/fleet-fixture';
import setup from '../apps/server/test/setup/global-setup';
import { uploadSheet } from '../apps/server/test/sheet-kit';
import { type TestApp, testApp } from '../apps/server/test/test-app';
import { seenBook, TestBook } from '../apps/server/test/workbook-kit';
import { miss, sized } from './kit/form';

/**
 * Time to import 10,000 lines of every register through the API, as a browser sends them: to check them, add them, change them and undo the import. Each
 * line is the example of the import template with the fields changed that must be unique, so that every column is filled. Promise: less than a minute each.
 */
const promisedMs = 60_000;
const lines = Number(process.env.BENCH_ROWS) || sized(10_000, 20);

type Cell = string | number | null;
/** A register to import. */
interface Kind {
  /** Path of its endpoints. */
  base: string;
  /** Columns that differ from line to line, by heading; null empties a column of the example. */
  cells: (i: number) => Record<string, Cell>;
  /** Cells of the second file, which changes every record. */
  change: (i: number) => Record<string, Cell>;
  /** What must exist before the import. */
  before?: (app: TestApp, a: FleetFixture) => Promise<unknown>;
}
const digits = (i: number, length: number): string => String(i).padStart(length, '0');
const kinds: readonly Kind[] = [
  {
    base: '/api/base/manage/vehicle',
    cells: (i) => ({
      车牌号: `皖${'ABCDE'[i % 5]}${10_000 + i}`,
      '车架号(VIN)': null,
      VIN: null,
      车架号: null,
      终端编号: `W${i}`,
    }),
    change: () => ({ 车辆备注: '改', 终端编号: null }),
    // each line binds a terminal to its vehicle
    before: (app, a) =>
      sql`insert into device (client_id, terminal_no, phone_key) select ${a.clientId}, 'W' || i, '66' || i from generate_series(0, ${lines}::int) i`.execute(
        app.database.systemDb,
      ),
  },
  {
    base: '/api/base/manage/driver',
    cells: (i) => ({
      手机号: `139${digits(i, 8)}`,
      手机号码: `139${digits(i, 8)}`,
      驾驶证号: `L${digits(i, 8)}`,
      身份证号: null,
      IC卡号: `C${i}`,
    }),
    change: () => ({ 备注: '改' }),
  },
  {
    base: '/api/base/manage/customer',
    cells: (i) => ({ 客户名称: `客户${i}`, 客户编码: `K${i}`, 统一社会信用代码: null, 对接编码: `E${i}` }),
    change: () => ({ 备注: '改' }),
  },
  {
    base: '/api/base/manage/store',
    cells: (i) => ({
      门店编码: `S${i}`,
      门店名称: `门店${i}`,
      经度: 113 + (i % 100) / 50,
      纬度: 23 + Math.floor(i / 100) / 50,
      '围栏半径(m)': 200,
    }),
    change: () => ({ 备注: '改' }),
  },
  {
    base: '/api/base/manage/device',
    cells: (i) => ({ 终端编号: `15${digits(i, 9)}`, SIM卡号: `144${digits(i, 8)}`, ICCID: null }),
    change: () => ({ 备注: '改' }),
  },
  {
    // BENCH_PASSWORDS=1 gives every user a password of his own, which costs 7 ms of a core each (PBKDF2), on purpose; argon2id follows in the worker
    base: '/api/base/user',
    cells: (i) => ({
      账号: `bench${i}`,
      手机: `138${digits(i, 8)}`,
      手机号: `138${digits(i, 8)}`,
      初始密码: process.env.BENCH_PASSWORDS ? `Tongda@${i}` : null,
    }),
    change: () => ({ 备注: '改', 初始密码: null }),
    before: (app, a) =>
      sql`insert into role (client_id, name) values (${a.clientId}, '调度员')`.execute(app.database.systemDb),
  },
  {
    base: '/api/base/org',
    cells: (i) => ({ 部门路径: `华东分公司/部门${i}`, 部门编码: `D${i}`, 负责人: null }),
    change: () => ({ 备注: '改' }),
  },
  {
    base: '/api/tms/customerOrder',
    cells: (i) => ({ 客户单号: `O${i}` }),
    change: () => ({ 备注: '改' }),
    before: (app, a) =>
      sql`insert into customer (client_id, name, code) values (${a.clientId}, '华润万家', 'HR')`.execute(
        app.database.systemDb,
      ),
  },
];

/** A heading without the asterisk of required columns. */
const withoutMarks = (head: string): string => head.replace(/[*＊]/gu, '');
/** Headings and cells of the example sheet of a register's import template. */
async function loadExample(app: TestApp, token: string, base: string): Promise<Array<readonly [string, Cell]>> {
  const answer = await app.http.inject({
    method: 'POST',
    url: `${base}/importTemplate`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: '{}',
  });
  const sheet = seenBook(answer.rawPayload).find(({ name }) => name === '示例');
  if (!sheet) throw new Error(`${base} has no example`);
  // the template's cells are texts and numbers
  const example = sheet.row(2) as Cell[];
  return sheet.row(1).map((head, i) => [withoutMarks(String(head)), example[i] ?? null] as const);
}

/** A workbook with the example's columns and as many lines as asked for. */
async function makeFile(
  example: Array<readonly [string, Cell]>,
  cells: (i: number) => Record<string, Cell>,
): Promise<Buffer> {
  const rows = Array.from({ length: lines }, (_, i) => {
    const own = cells(i);
    return example.map(([head, value]) => (head in own ? own[head] : value));
  });
  const book = new TestBook();
  book.sheet('数据').addRows([example.map(([head]) => head), ...rows]);
  return book.bytes();
}

const stop = await setup();
const app = await testApp();
try {
  let worst = 0;
  const wanted = process.env.BENCH_IMPORTS?.split(',');
  const some = kinds.slice(0, sized(kinds.length, 1));
  for (const kind of some.filter(({ base }) => wanted?.some((name) => base.endsWith(name)) ?? true)) {
    const { base, cells, change } = kind;
    const a = await fleetFixture(app, base);
    await kind.before?.(app, a);
    const example = await loadExample(app, a.token, base);
    const first = await makeFile(example, cells);
    const second = await makeFile(example, (i) => ({ ...cells(i), ...change(i) }));
    const times: string[] = [];
    const timed = async <T extends { code: number; msg: string; data: unknown }>(
      name: string,
      work: () => Promise<T>,
    ): Promise<T> => {
      const [from, cpu] = [performance.now(), process.cpuUsage()];
      const answer = await work();
      const ms = performance.now() - from;
      const { user, system } = process.cpuUsage(cpu);
      if (answer.code !== 200)
        throw new Error(`${base} ${name}: ${answer.msg} ${JSON.stringify(answer.data).slice(0, 400)}`);
      worst = Math.max(worst, ms);
      times.push(`${name} ${(ms / 1000).toFixed(1)} s (node ${((user + system) / 1e6).toFixed(1)} s)`);
      return answer;
    };
    const send = (call: string, bytes: Buffer) => uploadSheet(app, `${base}/${call}`, bytes, a.token);
    await timed('check', () => send('importCheck', first));
    const added = await timed('add', () => send('import', first));
    const changed = await timed('change', () => send('import', second));
    for (const { data } of [changed, added])
      await timed('undo', () => a.post(`${base}/importUndo`, { id: data.runId }));
    console.log(
      `${base.padEnd(26)} ${lines} lines, ${example.length} columns, ${(first.length / 1024).toFixed(0)} KB: ${times.join('  ')}`,
    );
  }
  console.log(`slowest ${(worst / 1000).toFixed(1)} s of ${promisedMs / 1000} s promised`);
  if (worst > promisedMs) miss();
} finally {
  await app.close();
  await stop();
}
