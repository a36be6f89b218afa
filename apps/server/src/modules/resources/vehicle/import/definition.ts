import { isMasked } from '@tongda/contract/core/field/mask';
import { patterns } from '@tongda/contract/core/field/patterns';
import { terminalForm } from '@tongda/contract/core/field/terminal-number';
import { keysOf } from '@tongda/contract/core/keys';
import type { Certificates } from '@tongda/contract/resources/vehicle/certificate';
import { vehicleColor, vehicleCq } from '@tongda/contract/resources/vehicle/enums';
import {
  normalizePlate,
  proposeColor,
  type VehicleFields,
  vehicleCrossChecks,
  vehicleFields,
  vehicleImportFields,
  vehicleLabels,
} from '@tongda/contract/resources/vehicle/fields';
import { vehicleImports } from '@tongda/contract/resources/vehicle/import';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import type { Cells, Fault, ImportDefinition, Known, RecordParts } from '../../../../core/import/definition';
import { hiddenRecord, knownRecord } from '../../../../core/import/known';
import { fieldsInWords } from '../../../../core/record/words';
import { visibleTerminals } from '../../../base/org/door';
import { loadReferences } from '../../../base/reference/door';
import { findOwnPlates, findVehicles } from '../list/repo';
import {
  blankCertificates,
  certificateLabels,
  describeCertificates,
  loadCertificatesOfMany,
  replaceCertificates,
} from '../paper/certificates';
import { coefficientFault, vehicleRegister } from '../record/write';
import { bindTerminals, unbindTerminals } from '../terminal/bind-many';
import { importColumns } from './columns';

/** A vehicle with its papers. */
type Line = VehicleFields & { certificates: Certificates };

/** The papers, which are stored in a table of their own but come in the vehicle's line of the file. */
const papers: RecordParts = {
  field: 'certificates',
  one: { blank: blankCertificates },
  read: async (trx, _ctx, ids) =>
    new Map([...(await loadCertificatesOfMany(trx, ids))].map(([id, certificates]) => [id, [certificates]])),
  write: (trx, ctx, lists) =>
    replaceCertificates(
      trx,
      ctx,
      // the list has one element, which came from `read` or from `vehicleImportFields`
      lists.map(({ id, list: [certificates] }) => ({ id, papers: certificates as Certificates })),
    ),
};

/** Import of vehicles. A line is about the vehicle with its plate. */
export const vehicleImportDefinition: ImportDefinition<Line> = {
  calls: vehicleImports,
  entity: vehicleRegister.entity,
  table: vehicleRegister.table,
  key: { field: 'plateNo', label: '车牌号', column: 'plate_no', normal: normalizePlate },
  columns: importColumns,
  // the file may come from an export with masked numbers
  schema: vehicleImportFields
    .refine((v) => !isMasked(v.vin ?? ''), { path: ['vin'], error: patterns.vin.message })
    .refine((v) => !isMasked(v.contactPhone ?? ''), {
      path: ['contactPhone'],
      error: patterns.phoneOrTelephone.message,
    }),
  cross: vehicleCrossChecks,
  labels: { ...vehicleLabels, ...certificateLabels },
  parts: papers,
  world: async (trx, ctx, plates) => ({
    ...(await loadReferences(trx, ctx, ['org', 'fleet', 'carrier', 'driver'])),
    known: await findKnownVehicles(trx, ctx, plates),
  }),
  defaults: (plate) => ({ vehicleColor: proposeColor(plate) ?? vehicleColor.yellow, vehicleCq: vehicleCq.own }),
  derive: (given, cells) => {
    if (!cells.volume && !given.volume) given.volume = boxVolumeOf(given);
  },
  lines: loadLineCheck,
  columnsOf: vehicleRegister.columnsOf,
  wordsOf: (line, names) => ({
    ...fieldsInWords(line, vehicleRegister.wording, names),
    ...describeCertificates(line.certificates),
  }),
  inserted: async (trx, ctx, rows) => {
    const bindings = rows.flatMap(({ id, extra }) =>
      typeof extra === 'string' ? [{ vehicleId: id, deviceId: extra }] : [],
    );
    await bindTerminals(trx, ctx, bindings);
    await replaceCertificates(
      trx,
      ctx,
      rows.map(({ id, fields }) => ({ id, papers: fields.certificates })),
    );
  },
  used: findUsedVehicles,
  release: unbindTerminals,
  twice: vehicleRegister.twice,
};

function boxVolumeOf({ boxLength, boxWidth, boxHeight }: Record<string, unknown>): number | null {
  if (typeof boxLength !== 'number' || typeof boxWidth !== 'number' || typeof boxHeight !== 'number') return null;
  return Math.round(boxLength * boxWidth * boxHeight * 100) / 100;
}

/** A stored vehicle as an import knows it, with the number of its terminal. */
interface KnownVehicle extends Known<Line> {
  terminalNo: string;
}

/** The company's vehicles with one of the plates, by plate; those that the caller may not see have no fields. */
async function findKnownVehicles(trx: Trx, ctx: Ctx, plates: string[]): Promise<Map<string, KnownVehicle>> {
  const found = new Map<string, KnownVehicle>();
  if (plates.length === 0) return found;
  for (const { id, plate_no } of await findOwnPlates(trx, ctx, plates))
    found.set(plate_no, { ...hiddenRecord<Line>(id), terminalNo: '' });
  const ids = [...found.values()].map((v) => v.id);
  const kept = await loadCertificatesOfMany(trx, ids);
  for (const vehicle of ids.length > 0 ? await findVehicles(trx, ctx, ids) : []) {
    const { terminalNo } = vehicle;
    const { fields, ...known } = knownRecord<VehicleFields>(vehicle, keysOf(vehicleFields.shape));
    const certificates = kept.get(vehicle.id) ?? blankCertificates;
    found.set(vehicle.plateNo, { ...known, terminalNo, fields: { ...fields, certificates } });
  }
  return found;
}

/** Loads what checking a line needs, and answers the check: its terminal has to be free, and the right to change 里程修正系数 is needed. */
async function loadLineCheck(trx: Trx, ctx: Ctx) {
  const terminal = await loadTerminalCheck(trx, ctx);
  return (line: { row: number; cells: Cells; known: Known<Line> | null }): { faults: Fault[]; extra?: string } => {
    const given = line.cells.mileageCoefficient?.trim();
    const msg = given ? coefficientFault(ctx, Number(given), line.known?.fields.mileageCoefficient) : null;
    const found = terminal(line);
    return msg === null ? found : { ...found, faults: [...found.faults, { field: 'mileageCoefficient', msg }] };
  };
}

/** Loads the free terminals, and answers the check of a line's terminal; a stored vehicle may only repeat the terminal that it has. */
async function loadTerminalCheck(trx: Trx, ctx: Ctx) {
  const free = await trx
    .selectFrom('device as d')
    .select(['d.id', 'd.terminal_no'])
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where(visibleTerminals(ctx, 'd'))
    .where(sql<boolean>`not exists (select from device_binding b where b.device_id = d.id and upper_inf(b.during))`)
    .execute();
  const terminals = new Map(free.map((d) => [d.terminal_no, d.id]));
  const used = new Map<string, number>();
  return ({ row, cells, known }: { row: number; cells: Cells; known: Known<Line> | null }) => {
    const terminalNo = terminalForm(cells.terminalNo ?? '');
    const has = known && 'terminalNo' in known ? known.terminalNo : '';
    if (terminalNo === '' || has === terminalNo) return { faults: [] };
    const fault = (msg: string): { faults: Fault[] } => ({ faults: [{ field: 'terminalNo', msg }] });
    if (known) return fault('导入不能更换终端，请在车辆列表中绑定设备');
    const id = terminals.get(terminalNo);
    if (!id) return fault('终端不存在或已绑定其他车辆');
    const twin = used.get(terminalNo);
    if (twin !== undefined) return fault(`与第${twin}行终端编号重复`);
    used.set(terminalNo, row);
    return { faults: [], extra: id };
  };
}

/** Vehicles that have reported positions: their import cannot be undone. */
async function findUsedVehicles(trx: Trx, _ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string }>`
    select v.id::text from unnest(${ids}::bigint[]) v(id) where exists (select from device_state s where s.vehicle_id = v.id)`.execute(
    trx,
  );
  return new Map(rows.map(({ id }) => [id, '已有定位数据']));
}
