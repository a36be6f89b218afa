import { temperatureType, vehicleColor, vehicleCq } from '@tongda/contract/enums/vehicle';
import {
  crossChecks,
  normalPlate,
  proposedColor,
  type VehicleFields,
  vehicleFields,
  vehicleLabels,
} from '@tongda/contract/vehicle/fields';
import type { CellError, ImportMode } from '@tongda/contract/vehicle/import';
import type { ImportRow } from '../../core/import';
import { codeFields, dateFields, type ImportField, numberFields } from './vehicle.import-columns';

/** A vehicle of the company as an update starts from it. */
export interface KnownVehicle {
  id: string;
  version: number;
  /** false: outside of the caller's departments */
  visible: boolean;
  terminalNo: string;
  fields: VehicleFields;
}

/** What words in cells may mean: names to ids; a name that several share maps to `many`. */
export interface ImportWorld {
  refs: Record<'orgId' | 'fleetId' | 'carrierId' | 'driverId', ReadonlyMap<string, string | typeof many>>;
  /** free terminals by number */
  terminals: ReadonlyMap<string, string>;
  vehicles: ReadonlyMap<string, KnownVehicle>;
}
export const many = Symbol('several have this name');

/** A line that was checked: what to do with it, or why not. */
export interface CheckedRow {
  row: number;
  plateNo: string;
  action: 'add' | 'update' | 'none';
  fields: VehicleFields | null;
  deviceId: string | null;
  known: KnownVehicle | null;
  errors: CellError[];
}

type Cells = ImportRow<ImportField>['cells'];
type Fault = { field: ImportField; msg: string };
const labelOfField = (field: ImportField): string => (field === 'terminalNo' ? '终端编号' : vehicleLabels[field]);

/** Checks every line against the rules of the form, the company's data and the other lines; writes nothing. */
export function checkRows(
  rows: ReadonlyArray<ImportRow<ImportField>>,
  letters: Partial<Record<ImportField, string>>,
  mode: ImportMode,
  world: ImportWorld,
): CheckedRow[] {
  const plates = new Map<string, number>();
  const terminals = new Map<string, number>();
  return rows.map(({ row, cells }) => {
    const faults: Fault[] = [];
    const plateNo = normalPlate(cells.plateNo ?? '');
    const twin = plates.get(plateNo);
    if (plateNo && twin !== undefined) faults.push({ field: 'plateNo', msg: `与第${twin}行车牌号重复` });
    else plates.set(plateNo, row);
    const known = world.vehicles.get(plateNo) ?? null;
    faults.push(...modeFaults(known, mode));
    const deviceId = terminalOf(cells.terminalNo ?? '', row, known, world, terminals, faults);
    const fields = fieldsOf(cells, plateNo, known, world, faults);
    const errors = faults
      .map(({ field, msg }) => ({
        row,
        column: letters[field] ?? '',
        label: labelOfField(field),
        value: cells[field] ?? '',
        msg,
      }))
      .sort((x, y) => x.column.length - y.column.length || (x.column < y.column ? -1 : 1));
    const ok = errors.length === 0 && fields !== null;
    return {
      row,
      plateNo: cells.plateNo ?? '',
      action: ok ? (known ? 'update' : 'add') : 'none',
      fields: ok ? fields : null,
      deviceId,
      known,
      errors,
    };
  });
}

function modeFaults(known: KnownVehicle | null, mode: ImportMode): Fault[] {
  if (known && !known.visible) return [{ field: 'plateNo', msg: '车牌号已存在，但不在您的权限范围内' }];
  if (known && mode === 'add') return [{ field: 'plateNo', msg: '车牌号已存在' }];
  if (!known && mode === 'update') return [{ field: 'plateNo', msg: '车牌号不存在，无法更新' }];
  return [];
}

/** The free terminal a new vehicle gets; an update may only repeat what it has. */
function terminalOf(
  terminalNo: string,
  row: number,
  known: KnownVehicle | null,
  world: ImportWorld,
  used: Map<string, number>,
  faults: Fault[],
): string | null {
  if (terminalNo === '' || known?.terminalNo === terminalNo) return null;
  const fault = (msg: string): null => {
    faults.push({ field: 'terminalNo', msg });
    return null;
  };
  if (known) return fault('导入不能更换终端，请在车辆列表中绑定设备');
  const id = world.terminals.get(terminalNo);
  if (!id) return fault('终端不存在或已绑定其他车辆');
  const twin = used.get(terminalNo);
  if (twin !== undefined) return fault(`与第${twin}行终端编号重复`);
  used.set(terminalNo, row);
  return id;
}

/** The vehicle that the line describes; an update keeps what its blank cells leave out. Faults say what the cells get wrong. */
function fieldsOf(
  cells: Cells,
  plateNo: string,
  known: KnownVehicle | null,
  world: ImportWorld,
  faults: Fault[],
): VehicleFields | null {
  const given: Record<string, unknown> = known ? { ...known.fields } : defaultsOf(plateNo);
  for (const [field, text] of Object.entries(cells) as Array<[ImportField, string]>) {
    if (field === 'terminalNo' || text === '') continue;
    const value = cellValue(field, text, world);
    if (isWrong(value)) faults.push({ field, msg: value.fault });
    else given[field] = value;
  }
  given.plateNo = plateNo;
  if (!cells.volume && !known?.fields.volume) given.volume = boxVolume(given);
  const told = new Set(faults.map((f) => f.field));
  const parsed = vehicleFields.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const field = String(issue.path[0]) as ImportField;
      if (!told.has(field)) faults.push({ field, msg: issue.message });
      told.add(field);
    }
    return null;
  }
  for (const { path, msg } of crossChecks(parsed.data)) if (!told.has(path)) faults.push({ field: path, msg });
  return parsed.data;
}

const defaultsOf = (plateNo: string): Record<string, unknown> => ({
  vehicleColor: proposedColor(plateNo) ?? vehicleColor.yellow,
  vehicleCq: vehicleCq.own,
});

function boxVolume({ boxLength, boxWidth, boxHeight }: Record<string, unknown>): number | null {
  if (typeof boxLength !== 'number' || typeof boxWidth !== 'number' || typeof boxHeight !== 'number') return null;
  return Math.round(boxLength * boxWidth * boxHeight * 100) / 100;
}

/** Why a cell's text is no value. */
interface Wrong {
  fault: string;
}
const isWrong = (value: unknown): value is Wrong => typeof value === 'object' && value !== null && 'fault' in value;

/** A cell's text as the form's value, or why it is none. */
function cellValue(field: ImportField, text: string, world: ImportWorld): unknown {
  if (numberFields.has(field)) {
    const n = Number(text.replaceAll(',', ''));
    return Number.isFinite(n) ? n : { fault: '请输入数字' };
  }
  if (dateFields.has(field)) return dateOf(text);
  if (field === 'tailLift') return yesOrNo(text);
  if (field === 'temperatureTypes') return temperaturesOf(text);
  if (field in codeFields) {
    const { options } = codeFields[field as keyof typeof codeFields];
    const found = options.find((o) => o.name === text || String(o.code) === text);
    return found ? found.code : { fault: `应为：${options.map((o) => o.name).join('、')}` };
  }
  if (field === 'orgId' || field === 'fleetId' || field === 'carrierId')
    return refOf(world.refs[field], text, labelOfField(field).replace('所属', ''));
  if (field === 'driverId' || field === 'coDriverId') return refOf(world.refs.driverId, text, '司机');
  return text;
}

function refOf(names: ReadonlyMap<string, string | typeof many>, text: string, what: string): unknown {
  const found = names.get(text);
  if (found === undefined) return { fault: `${what}“${text}”不存在` };
  if (found === many)
    return { fault: what === '司机' ? `有多名司机叫“${text}”，请填手机号` : `有多个${what}叫“${text}”，请填完整路径` };
  return found;
}

/** 2027-1-3, 2027/01/03, 2027.1.3, 2027年1月3日 */
function dateOf(text: string): unknown {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/u.exec(text);
  if (!parts) return { fault: '日期格式应为 2027-01-31' };
  return `${parts[1]}-${(parts[2] ?? '').padStart(2, '0')}-${(parts[3] ?? '').padStart(2, '0')}`;
}

const yesOrNo = (text: string): unknown => (text === '是' ? true : text === '否' ? false : { fault: '应为：是、否' });

function temperaturesOf(text: string): unknown {
  const codes: number[] = [];
  for (const word of text.split(/[、,，/\s]+/u).filter(Boolean)) {
    const found = temperatureType.options.find((o) => o.name === word);
    if (!found) return { fault: `温区“${word}”不正确，应为：${temperatureType.options.map((o) => o.name).join('、')}` };
    codes.push(found.code);
  }
  return codes;
}
