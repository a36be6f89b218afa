import { downloadStatus } from '@tongda/contract/base/download/calls';
import { publishStatus } from '@tongda/contract/base/system-enums';
import { auditStatus, orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { receiptStatus } from '@tongda/contract/transport/waybill/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/test-app';
import { demoExports, makeDemoExport } from './exports';
import { makeCommandCatalogue } from './fleet/command-catalogue';
import { vehicleId } from './fleet/vehicle/rows';
import { giveDemoWrites } from './fleet/writes';
import { makeOpenApps } from './people/open-apps';
import { makeDemoSurveys } from './people/surveys';
import { seedDemo } from './seed';
import { makeReceiptPapers, makeReceiptPictures } from './transport/receipt-papers';
import { revokeOneSignature } from './transport/revoked';

let app: TestApp;
const count = async (statement: string): Promise<number> =>
  Number((await app.database.pool.query(statement)).rows[0].n);
const statesOf = async (statement: string): Promise<number[]> =>
  (await app.database.pool.query<{ state: number }>(statement)).rows.map(({ state }) => state);

beforeAll(async () => {
  app = await testApp();
  await seedDemo(app.database.systemDb, { now: new Date(), hashPassword: async (plain) => `hash of ${plain}` });
  for (const wish of demoExports) await makeDemoExport(app, wish);
  await makeReceiptPapers(app);
  await makeReceiptPictures(app);
  // twice, as after a first start that was interrupted before its mark was written
  await revokeOneSignature(app);
  await revokeOneSignature(app);
  await makeDemoSurveys(app);
  await makeOpenApps(app);
  await makeCommandCatalogue(app);
  await makeCommandCatalogue(app);
  await giveDemoWrites(app);
}, 120_000);
afterAll(() => app.close());

describe('what the demo makes once its companies are written', () => {
  it('is receipts in every state of their audit, one of a signature that somebody revoked', async () => {
    expect(
      await statesOf(
        'select distinct audit_status::int as state from receipt where client_id = 101 order by audit_status::int',
      ),
    ).toEqual(auditStatus.codes.toSorted());
    const { rows } = await app.database.pool.query<object>(
      `select r.receipt_status as paper, cardinality(r.file_ids) as pages, o.order_status as order, o.signed_at as signed, w.transport_status as trip,
          (select string_agg(distinct l.obj_type, ' ' order by l.obj_type) from tms_operation_log l where l.action = '撤销签收' and l.operator_name <> '') as log
        from receipt r join customer_order o on o.id = r.order_id join waybill_leg g on g.order_id = o.id and g.removed_at is null
        join waybill w on w.id = g.waybill_id where r.audit_status = $1 order by g.id desc`,
      [auditStatus.cancelled],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      ...{ paper: receiptStatus.toUpload, pages: 0, order: orderStatus.inTransit, signed: null },
      ...{ trip: transportStatus.inTransit, log: 'customerOrder receipt waybill' },
    });
  });

  it('is a download centre with files to fetch, files that are gone, and one that failed with its reason', async () => {
    // 处理中 lasts as long as a file is being made, so that the first export of a visitor shows it
    expect(await statesOf('select distinct status::int as state from export_task order by 1')).toEqual([
      downloadStatus.done,
      downloadStatus.failed,
    ]);
    expect(await count(`select count(*) n from export_task where status = 1 and expire_at > now()`)).toBeGreaterThan(3);
    expect(await count(`select count(*) n from export_task where status = 1 and expire_at < now()`)).toBeGreaterThan(0);
    expect(await count(`select count(*) n from export_task where status = 2 and coalesce(fail_reason, '') = ''`)).toBe(
      0,
    );
  });

  it('is programs that were let in, with two weeks of calls, and a subscription that is stopped', async () => {
    expect(await count(`select count(*) n from open_app`)).toBe(2);
    expect(
      await count(`select count(distinct day) n from open_usage where ok > 0 or day = current_date`),
    ).toBeGreaterThanOrEqual(13);
    // 用量 tells what 调用日志 lists, day by day, and no line is like the other
    const listed = `select app_id, interface_key, (at at time zone 'Asia/Shanghai')::date as day, count(*) filter (where code = 200) as ok,
      count(*) filter (where http in (401, 429) or code = 4003) as refused, count(*) as n, sum(ms) filter (where code = 200) as ms
      from open_call_log group by 1, 2, 3`;
    expect(
      await count(`select count(*) n from (${listed}) l full join open_usage u using (app_id, interface_key, day)
        where (l.ok, l.refused, l.n, coalesce(l.ms, 0)) is distinct from (u.ok::bigint, u.refused::bigint, (u.ok + u.failed + u.refused)::bigint, u.ms)`),
    ).toBe(0);
    const lines = `select sum(ok) ok, sum(failed) failed, sum(refused) refused, sum(ms) / sum(ok) ms from open_usage group by app_id, interface_key`;
    expect(await count(`select count(distinct (ok, refused)) n from (${lines}) l`)).toBe(4);
    expect(await count(`select count(distinct ms) n from (${lines}) l`)).toBe(4);
    expect(await count(`select sum(failed)::int n from open_usage`)).toBeGreaterThan(0);
    expect(await count(`select count(distinct msg) n from open_call_log where msg <> ''`)).toBeGreaterThan(2);
    expect(await count(`select count(distinct ok) n from open_usage where interface_key = 'position'`)).toBeGreaterThan(
      10,
    );
    // what is called was asked for and opened before the first call, by somebody
    const early = `decided_by <> '' and created_at < decided_at and decided_at < now() - interval '14 days'`;
    expect(await count(`select count(*) n from interface_apply where status = 1 and ${early}`)).toBe(4);
    expect(await count(`select count(*) n from forward_target where app_id is not null and not enabled`)).toBe(1);
  });

  it('is a catalogue of commands, one of them waiting for a second person, firmware on its way and settings for recorders', async () => {
    expect(await count(`select count(*) n from instruct_edition where status = 1`)).toBe(5);
    expect(await count(`select count(*) n from instruct_edition where status = 0`)).toBe(1);
    expect(await count(`select count(*) n from device_command where edition_id is not null and state = 9`)).toBe(1);
    expect(await count(`select count(*) n from device_command where edition_id is not null and state = 0`)).toBe(9);
    expect(await statesOf('select status::int as state from upgrade_package order by 1')).toEqual([
      publishStatus.draft,
      publishStatus.published,
    ]);
    // the first stage goes out to one of six
    expect(await count(`select count(*) n from upgrade_item`)).toBe(6);
    expect(await count(`select count(*) n from upgrade_item where command_id is not null`)).toBe(1);
    expect(await count(`select count(*) n from param_template`)).toBe(2);
  });

  it('is tasks of 写入设备, one of them for a terminal that does not support it', async () => {
    expect(await count('select count(*) n from write_task')).toBe(2);
    // the simulated terminal of this truck answers so (commandFaults of the simulator)
    expect(await count(`select count(*) n from write_item where vehicle_id = ${vehicleId(53)}`)).toBe(1);
  });

  it('is surveys at every stage, a running one and a finished one with answers', async () => {
    expect(await statesOf('select distinct status::int as state from survey order by 1')).toEqual(
      publishStatus.codes.toSorted(),
    );
    const answered = (which: string) =>
      count(
        `select count(*) n from survey s where status = 1 and ${which} and exists (select from survey_answer a where a.survey_id = s.id)`,
      );
    expect(await answered('now() between starts_at and ends_at')).toBe(1);
    expect(await answered('ends_at < now()')).toBe(1);
  });

  it('is a picture on every receipt that was uploaded, and on goods that sites took in', async () => {
    expect(
      await count(
        `select count(*) n from receipt where receipt_status >= ${receiptStatus.uploaded} and cardinality(file_ids) = 0`,
      ),
    ).toBe(0);
    const pictured = `cardinality(file_ids) > 0 and (select count(*) from file f where f.id = any(file_ids)) = cardinality(file_ids)`;
    expect(
      await statesOf(`select distinct receipt_status::int as state from receipt where ${pictured} order by 1`),
    ).toEqual(receiptStatus.codes.filter((state) => state > receiptStatus.toUpload).toSorted());
    expect(
      await statesOf(`select distinct receipt_status::int as state from receipt_order where ${pictured} order by 1`),
    ).toEqual([2, 3]);
  });
});
