import { clearMark, type ImportMode, importFields } from '@tongda/contract/core/register/import';
import { type PlaceFields, placeAdd, placeFaults } from '@tongda/contract/ground/place/calls';
import { placeSource } from '@tongda/contract/ground/place/enums';
import { type ImportedPlace, maxImportPlaces } from '@tongda/contract/ground/place/import';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, invalidField } from '../../../../core/http/errors';
import type { Upload } from '../../../../core/http/upload';
import type { Fault } from '../../../../core/import/definition';
import { annotateSheet, makeTemplateSheet, readSheet } from '../../../../core/import/sheet-tasks';
import type { StoredShape } from '../../../../kernel/ground/place-shape';
import { placeWrites } from '../service';
import { groundWords, resolveGround, segmentFault } from '../write';
import { type KnownPlace, loadKnownPlaces, loadOrgsByName } from './known';
import { type Candidate, noGround, placeSheet, readPlacesFile } from './read-files';
import { type PlaceImage, recordPlaceRun, type WrittenLine } from './undo';

export const placeTemplate = (): Promise<Buffer> =>
  makeTemplateSheet(
    placeSheet,
    [
      '在“数据”表从第2行开始填写，一行一个区域、站点或电子线路。',
      '更新已有的以类别和名称为准：空白的单元格不修改，填“清空”则清空，不填坐标则图形不变。',
      '坐标为 WGS-84 经纬度。也可直接导入 KML 或 GeoJSON 文件。',
    ],
    maxImportPlaces,
  );

interface Checked {
  shown: ImportedPlace;
  /** what is wrong, by column of the sheet */
  faults: Fault[];
  fields: PlaceFields | null;
  ground: StoredShape | null;
  known: KnownPlace | null;
}

/** Checks every place of the file by the rules of the form, against the register and against the other places of the file. */
async function checkCandidates(
  trx: Trx,
  ctx: Ctx,
  candidates: readonly Candidate[],
  mode: ImportMode,
): Promise<Checked[]> {
  const known = await loadKnownPlaces(trx, ctx);
  const orgs = await loadOrgsByName(trx, ctx);
  const seen = new Set<string>();
  const checked: Checked[] = [];
  for (const candidate of candidates) checked.push(await checkOne(resolveOrg(candidate, orgs), known, seen, mode));
  return checked;
}

/** Replaces the department's name of a sheet by its id: by name, or by path from the top when a name exists twice. */
function resolveOrg(candidate: Candidate, orgs: ReadonlyMap<string, readonly string[]>): Candidate {
  const { orgName, ...fields } = candidate.fields;
  if (typeof orgName !== 'string' || orgName === '') return candidate;
  if (orgName === clearMark) return { ...candidate, fields: { ...fields, orgId: clearMark } };
  const [orgId, other] = orgs.get(orgName) ?? [];
  if (orgId && !other) return { ...candidate, fields: { ...fields, orgId } };
  const msg = other ? '有多个同名的部门，请写上级，如 总部/华东分公司' : '所属部门不存在或不在您的权限范围内';
  return { ...candidate, fields, msg: candidate.msg || msg, field: candidate.msg ? candidate.field : 'orgName' };
}

/** Values that 清空 leaves in fields other than texts; undefined means their default. */
const emptied: Readonly<Record<string, unknown>> = {
  hours: [],
  tags: [],
  bufferM: undefined,
  stayMin: undefined,
  speedLimitKmh: null,
  limitOverT: null,
  visible: undefined,
  twoWay: undefined,
  orgId: null,
};
const clearedValueOf = (field: string): unknown => (field in emptied ? emptied[field] : '');
/** Fields of the file over those of the known place, which keeps what the file leaves blank. */
function mergeWithKnown(known: KnownPlace | null, fields: Candidate['fields']): Candidate['fields'] {
  if (!known) return fields;
  const given = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .filter(([field]) => field !== 'placeType' || fields.typeGiven === true)
    .map(([field, value]) => [field, value === clearMark ? clearedValueOf(field) : value]);
  return { ...known.fields, ...Object.fromEntries(given) };
}

async function checkOne(
  { no, fields, msg, field = 'name' }: Candidate,
  known: ReadonlyMap<string, KnownPlace>,
  seen: Set<string>,
  mode: ImportMode,
): Promise<Checked> {
  const key = `${String(fields.kind ?? '')} ${String(fields.name ?? '')}`;
  const old = known.get(key) ?? null;
  const shown: ImportedPlace = {
    no,
    name: String(fields.name ?? ''),
    kind: String(fields.kind ?? ''),
    placeType: Number(fields.placeType ?? 0),
    action: 'none',
    ground: '',
    msg,
  };
  const refuseAll = (faults: Fault[]): Checked => ({
    shown: { ...shown, msg: faults.map((fault) => fault.msg).join('；') },
    faults,
    fields: null,
    ground: null,
    known: old,
  });
  const refuse = (why: string, at = field): Checked => refuseAll([{ field: at, msg: why }]);
  if (msg) return refuse(msg);
  const standing = seen.has(key) ? '与文件中前面的重复' : knownPlaceFault(old, mode);
  if (standing) return refuse(standing);
  seen.add(key);
  if (!old && fields.shape === undefined) return refuse(noGround, 'lng');
  const ground = old && fields.shape === undefined ? old.ground : null;
  // where the ground stays, a shape is not asked for
  const input = { ...mergeWithKnown(old, fields), source: placeSource.import, ...(ground ? { shape: anyShape } : {}) };
  const parsed = placeAdd.input.safeParse(input);
  if (!parsed.success) {
    const byField = new Map(parsed.error.issues.map((issue) => [String(issue.path[0] ?? 'name'), issue.message]));
    return refuseAll([...byField].map(([at, why]) => ({ field: at, msg: why })));
  }
  const { shape, source: _source, ...place } = parsed.data;
  const faults = placeFaults(place);
  if (faults.length > 0) return refuseAll(faults);
  try {
    const drawn = ground ?? (await resolveGround(shape, place.kind));
    const beyond = segmentFault(place, drawn);
    if (beyond) return refuse(beyond, 'lng');
    const action = old ? 'update' : 'add';
    return {
      shown: { ...shown, action, ground: groundWords(drawn) },
      faults: [],
      fields: place,
      ground: drawn,
      known: old,
    };
  } catch (error) {
    if (error instanceof AppError) return refuse(error.message, 'lng');
    throw error;
  }
}

const anyShape = { kind: 'circle', lng: 0, lat: 0, radiusM: 100 };

function knownPlaceFault(known: KnownPlace | null, mode: ImportMode): string | null {
  if (!known) return mode === 'update' ? '不存在，无法更新' : null;
  if (mode === 'add') return '名称已存在';
  if (known.source === placeSource.store) return '由门店生成的站点请在门店管理中修改';
  return known.editable ? null : '已存在，但您没有编辑权限';
}

function modeOf(upload: Upload): ImportMode {
  const parsed = importFields.safeParse(upload.fields);
  if (!parsed.success) throw invalidField('mode', parsed.error.issues[0]?.message ?? '请选择导入方式');
  return parsed.data.mode;
}

const isSheet = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUInt16LE(0) === 0x4b50;
/** Columns of the sheet by the names of the form. */
const columnOf = (field: string): string => ({ shape: 'lng', orgId: 'orgName' })[field] ?? field;

/** The uploaded workbook with what is wrong written into its cells. */
async function annotatePlaces(bytes: Buffer, checked: readonly Checked[]): Promise<string | null> {
  const wrong = checked.filter(({ shown }) => shown.msg !== '');
  if (wrong.length === 0 || !isSheet(bytes)) return null;
  const sheet = await readSheet(bytes, placeSheet, maxImportPlaces);
  const letterOf = new Map<string, string>(Object.entries(sheet.letters));
  const errors = wrong.flatMap(({ shown, faults }) =>
    faults.map(({ field, msg }) => ({
      row: shown.no,
      column: letterOf.get(columnOf(field)) ?? letterOf.get('name') ?? 'A',
      msg,
    })),
  );
  return (await annotateSheet(bytes, placeSheet, maxImportPlaces, errors)).toString('base64');
}

const countAction = (checked: readonly Checked[], action: ImportedPlace['action']): number =>
  checked.filter(({ shown }) => shown.action === action).length;

export async function checkPlaces(ctx: Ctx, upload: Upload) {
  const mode = modeOf(upload);
  const candidates = await readPlacesFile(upload.bytes);
  const checked = await ctx.db((trx) => checkCandidates(trx, ctx, candidates, mode));
  return {
    total: checked.length,
    valid: checked.filter((c) => c.fields).length,
    adds: countAction(checked, 'add'),
    updates: countAction(checked, 'update'),
    rows: checked.map((c) => c.shown).sort((a, b) => Number(a.msg === '') - Number(b.msg === '') || a.no - b.no),
    annotated: await annotatePlaces(upload.bytes, checked),
  };
}

export async function importPlaces(ctx: Ctx, upload: Upload) {
  const mode = modeOf(upload);
  const candidates = await readPlacesFile(upload.bytes);
  return ctx.db(async (trx) => {
    const checked = await checkCandidates(trx, ctx, candidates, mode);
    const lines: WrittenLine[] = [];
    for (const { shown, fields, ground, known } of checked) {
      if (!fields || !ground) continue;
      if (known) {
        const before: PlaceImage = { fields: known.fields, ground: known.ground, version: known.version };
        const { id, version } = known;
        const versionAfter = await placeWrites.change(trx, ctx, { ...fields, id, version, shape: ground });
        lines.push({ row: shown.no, id, before, versionAfter });
      } else {
        const id = await placeWrites.insert(trx, ctx, { ...fields, shape: ground, source: placeSource.import });
        lines.push({ row: shown.no, id, before: null, versionAfter: 1 });
      }
    }
    if (lines.length === 0) throw invalidField('file', '没有可导入的数据，请按提示修改后重新上传');
    const added = lines.filter(({ before }) => before === null).length;
    const counts = { added, updated: lines.length - added, skipped: checked.length - lines.length };
    const runId = await recordPlaceRun(trx, ctx, { fileName: upload.fileName, mode, ...counts }, lines);
    return { runId, ...counts };
  });
}
