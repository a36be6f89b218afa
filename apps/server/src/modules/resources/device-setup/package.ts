import { randomUUID, webcrypto } from 'node:crypto';
import { extname } from 'node:path';
import { publishStatus } from '@tongda/contract/base/system-enums';
import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  maxPackageMb,
  type PackageFields,
  type PackageRow,
  packageColumns,
  packageFields,
  packageFiles,
  packageFilters,
  type packagePublish,
} from '@tongda/contract/resources/device-setup/package';
import { strayedCauses } from '@tongda/contract/watch/command/life';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { BlobStore } from '../../../core/blob/store';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, illegalTransition, invalid, invalidField } from '../../../core/http/errors';
import { readUpload } from '../../../core/http/upload';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { addRecord, eachRecord, type Register, type Target } from '../../../core/record/register';
import { registerRows } from '../../../core/record/rows';

const noun = '升级包';
type Kept = ReturnType<typeof packageFields.parse> & { fileName: string; size: number; sha256: string; key: string };

export const packageRegister: Register<Kept> = {
  entity: 'upgradePackage',
  table: 'upgrade_package',
  noun,
  wording: {
    labels: {
      name: '名称',
      model: '型号',
      fwVersion: '版本',
      minVersion: '最低版本',
      force: '强制',
      fileName: '文件',
      sha256: 'SHA-256',
      remark: '说明',
    },
  },
  columnsOf: (v) => ({
    name: v.name,
    model: v.model,
    fw_version: v.fwVersion,
    min_version: v.minVersion,
    force: v.force,
    target: v.target,
    maker: v.maker,
    file_name: v.fileName,
    blob_key: v.key,
    size_bytes: v.size,
    sha256: v.sha256,
    remark: v.remark,
  }),
  twice: (index) =>
    index === 'upgrade_package_version' ? { field: 'fwVersion', msg: '该型号的这个版本已上传' } : null,
};

/** SQL: the command `c` did not go out, as its device is elsewhere now or gone. */
export const upgradeStrayed = sql<boolean>`(c.state = 3 and c.cause in (${sql.join(strayedCauses.map((cause) => sql.lit(cause)))}))`;
/** SQL: the device of the command `c` has tried and failed. */
export const upgradeFailed = sql<boolean>`(c.state in (3, 4) and not ${upgradeStrayed})`;

const results = (states: string) =>
  sql<number>`(select count(*)::int from upgrade_item i join upgrade_task t on t.id = i.task_id left join device_command c on c.id = i.command_id
    where t.package_id = u.id and coalesce(i.result, case when c.state = 2 then 2 when ${upgradeFailed} then 3 end) = ${sql.raw(states)})`;

const selectPackages = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('upgrade_package as u')
    .where('u.client_id', '=', ctx.clientId)
    .where('u.deleted_at', 'is', null)
    .select([
      'u.id',
      'u.name',
      'u.model',
      'u.fw_version as fwVersion',
      'u.min_version as minVersion',
      'u.force',
      'u.maker',
    ])
    .select([
      'u.file_name as fileName',
      'u.size_bytes as size',
      'u.sha256',
      'u.remark',
      'u.uploaded_name as uploadUser',
    ])
    .select([
      'u.version',
      sql<PackageRow['target']>`u.target`.as('target'),
      sql<PackageRow['status']>`u.status`.as('status'),
      results('2').as('okCount'),
      results('3').as('failCount'),
      wireTimeSql(sql<Date>`u.updated_at`, ctx.timeZone).as('updateTime'),
    ]);

export const packageRows = registerRows({
  filters: packageFilters,
  columns: packageColumns,
  alias: 'u',
  select: selectPackages,
});

export const loadPackage = async (trx: Trx, ctx: Ctx, id: string): Promise<PackageRow> =>
  requireRow(await packageRows.find(trx, ctx, id), noun);

/** Whether a file is what its name says: an archive, or anything else. */
const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));

/** 上传 from the page: 4000 names the field that is wrong. */
export async function uploadPackage(ctx: Ctx, blobs: BlobStore, req: FastifyRequest): Promise<{ id: string }> {
  const { fileName, bytes, fields } = await readUpload(req, maxPackageMb);
  const parsed = packageFields.safeParse(fields);
  if (!parsed.success)
    throw invalid(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), msg: message })));
  return keepPackage(ctx, blobs, parsed.data, { fileName, bytes });
}

/** Keeps firmware with its size and hash; nobody is sent it before it is published. 4000 for a file of another kind. */
export async function keepPackage(
  ctx: Ctx,
  blobs: BlobStore,
  fields: PackageFields,
  { fileName, bytes }: { fileName: string; bytes: Buffer },
): Promise<{ id: string }> {
  const extension = extname(fileName).toLowerCase();
  if (!packageFiles.some((known) => known === extension))
    throw invalidField('file', `升级包应为${packageFiles.join('、')}文件`);
  if ((extension === '.zip') !== isArchive(bytes)) throw invalidField('file', '文件内容与扩展名不符，请核对');
  const sha256 = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
  const key = `${ctx.clientId}/firmware/${randomUUID()}`;
  await blobs.put(key, bytes);
  try {
    const kept = { ...fields, fileName: fileName.slice(-120), size: bytes.length, sha256, key };
    return await ctx.db(async (trx) => ({
      id: await addRecord(trx, ctx, packageRegister, kept, new Map(), {
        columns: { uploaded_by: ctx.userId, uploaded_name: ctx.userName },
      }),
    }));
  } catch (error) {
    await blobs.remove(key);
    throw error;
  }
}

/** 发布 by somebody else than who uploaded it, and 下线: running roll-outs go on only while it is published. */
export function publishPackage(ctx: Ctx, { id, version, publish }: Parsed<typeof packagePublish>): Promise<null> {
  return ctx.db(async (trx) => {
    const found = await loadPackage(trx, ctx, id);
    const { uploadedBy } = await trx
      .selectFrom('upgrade_package')
      .select('uploaded_by as uploadedBy')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (publish && found.status === publishStatus.published) throw illegalTransition('升级包已经发布');
    if (!publish && found.status !== publishStatus.published) throw illegalTransition('升级包没有发布');
    if (publish && uploadedBy === ctx.userId) throw blockedByRule('升级包须由上传人以外的另一人发布');
    const values = publish
      ? { status: publishStatus.published, published_by: ctx.userId }
      : { status: publishStatus.withdrawn };
    await updateRow(trx, ctx, 'upgrade_package', { id, version, values });
    const changes = changesBetween(
      { status: publishStatus.label(found.status) },
      { status: publishStatus.label(values.status) },
      { status: '状态' },
    );
    await recordChanges(trx, ctx, [
      { entity: packageRegister.entity, entityId: id, action: publish ? '发布' : '下线', changes },
    ]);
    return null;
  });
}

/** Deletes packages that nobody is being upgraded with, and their files. */
export async function deletePackages(ctx: Ctx, blobs: BlobStore, ids: string[]) {
  const keys: string[] = [];
  const lines = await eachRecord<Kept, Target & { status: number; running: number; key: string }>(
    ctx,
    packageRegister,
    ids,
    {
      load: (trx, wanted) =>
        selectPackages(trx, ctx)
          .select([
            'u.blob_key as key',
            sql<number>`(select count(*)::int from upgrade_task t where t.package_id = u.id and t.state in (1, 2))`.as(
              'running',
            ),
          ])
          .where('u.id', 'in', wanted)
          .execute(),
      action: '删除',
      refuse: (t) =>
        t.running > 0
          ? blockedByRule(`升级包${t.name}还有升级任务没有结束，请先取消`)
          : t.status === publishStatus.published
            ? blockedByRule(`升级包${t.name}已发布，请先下线`)
            : null,
      set: null,
      also: async (_trx, done) => void keys.push(...done.map(({ key }) => key)),
    },
  );
  for (const key of keys) await blobs.remove(key);
  return lines;
}
