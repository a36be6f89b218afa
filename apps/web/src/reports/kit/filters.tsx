import type { ReportFilter } from '@tongda/contract/reports/kit/filters';
import type { FirstRange, Report } from '@tongda/contract/reports/kit/report';
import { AutoComplete, Input, InputNumber, Switch } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { call } from '../../kit/call/api';
import { useAct } from '../../kit/call/use-act';
import { ClockRange } from '../../kit/form/input/clock-range';
import { useFilterDraft } from '../../kit/list/filter/bar';
import { FilterRemote, FilterSelect, FilterText, FilterTree } from '../../kit/list/filter/controls';
import { FilterRange } from '../../kit/list/filter/range';
import type { Filters } from '../../kit/list/url';
import { keptReportSettings } from '../../kit/session/report-settings';
import { lastDays, wireTime } from '../../kit/show/format';
import { loadOrgs } from '../../modules/base/org/door';
import { loadFleets } from '../../modules/base/reference/door';
import { VehiclePicker } from '../../modules/base/vehicle-picker/door';
import { PlacesSelect } from '../../modules/ground/place/door';

interface ControlProps {
  name: string;
  of: ReportFilter;
}

/** The filter bar of a report: its first filter, the range, then the others in their order. */
export function ReportFilters({ of }: { of: Report }) {
  const [first, ...rest] = Object.entries(of.filters).map(([name, filter]) => (
    <Control key={name} name={name} of={filter} />
  ));
  return (
    <>
      {first}
      <FilterRange names={['startTime', 'endTime']} label="日期" maxDays={of.range.maxDays} />
      {rest}
    </>
  );
}

const optionsOf = ({ options = {} }: ReportFilter) => Object.entries(options).map(([code, name]) => ({ code, name }));

function Control({ name, of }: ControlProps): ReactNode {
  const shared = { name, label: of.label, width: of.width };
  switch (of.kind) {
    case 'text':
      return <FilterText {...shared} main />;
    case 'choice':
      return <FilterSelect {...shared} options={optionsOf(of)} />;
    case 'several':
      return <FilterSelect {...shared} options={optionsOf(of)} multiple />;
    case 'fleet':
      return <FilterRemote {...shared} load={loadFleets} />;
    case 'org':
      return <FilterTree {...shared} load={loadOrgs} />;
    case 'places':
      return <Places name={name} of={of} />;
    case 'vehicles':
      return <Vehicles name={name} of={of} />;
    case 'recorders':
      return <Recorders name={name} of={of} />;
    case 'amount':
      return <Amount name={name} of={of} />;
    case 'flag':
      return <Flag name={name} of={of} />;
    case 'hours':
      return <Hours name={name} of={of} />;
    case 'waybill':
      return <Waybill name={name} of={of} />;
    case 'hidden':
      return null;
  }
}

function Vehicles({ name, of }: ControlProps) {
  const { values, put } = useFilterDraft();
  // the picker puts ids there
  const chosen = Array.isArray(values[name]) ? (values[name] as string[]) : [];
  const { max = 100, equip = [], required = false } = of.pick ?? {};
  return (
    <div className="kit-list-filter-one" style={{ width: of.width }}>
      <VehiclePicker
        multiple
        label={of.label}
        max={max}
        equip={[...equip]}
        value={chosen}
        placeholder={required ? '请选择车辆' : '全部车辆'}
        style={{ width: '100%' }}
        onChange={(ids: string[]) => put({ [name]: ids }, true)}
      />
    </div>
  );
}

/** The names come once with the page: a company has few recorders. */
function Recorders({ name, of }: ControlProps) {
  const load = useCallback(() => call(of.load ?? missing(name), undefined), [of, name]);
  return (
    <FilterRemote
      name={name}
      label={of.label}
      width={of.width}
      load={load}
      multiple
      none={of.pick?.required ? '请选择' : undefined}
    />
  );
}

function Places({ name, of }: ControlProps) {
  const { values, put } = useFilterDraft();
  // the control puts ids there
  const chosen = Array.isArray(values[name]) ? (values[name] as string[]) : [];
  return (
    <div className="kit-list-filter-one" style={{ width: of.width }}>
      <PlacesSelect
        kinds={of.places ?? []}
        known={[]}
        value={chosen}
        label={of.label}
        placeholder={of.label}
        onChange={(ids) => put({ [name]: ids }, true)}
      />
    </div>
  );
}

/** A waybill fills in its vehicle and the time that it was under way, and asks. */
function Waybill({ name, of }: ControlProps) {
  const { values, put } = useFilterDraft();
  const value = values[name];
  const act = useAct(async (code: string) => {
    const { vehicleId, ...range } = await call(of.find ?? missing(name), { code });
    put({ [name]: code, vehicleIds: [vehicleId], ...range }, true);
  });
  return (
    <div className="kit-list-filter-one" style={{ width: of.width }}>
      <Input
        aria-label={of.label}
        prefix={<span className="kit-list-filter-label">{of.label}</span>}
        placeholder="回车带出车辆"
        maxLength={40}
        allowClear
        disabled={act.busy}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => put({ [name]: event.target.value })}
        onPressEnter={(event) => {
          const code = event.currentTarget.value.trim();
          if (code !== '') void act.run(code);
        }}
      />
    </div>
  );
}

function missing(name: string): never {
  throw new Error(`the filter ${name} has nothing to ask`);
}

function Amount({ name, of }: ControlProps) {
  const { values, put } = useFilterDraft();
  const value = values[name];
  if (of.usual)
    return (
      <div className="kit-list-filter-one" style={{ width: of.width }}>
        <AutoComplete
          aria-label={of.label}
          style={{ width: '100%' }}
          prefix={<span className="kit-list-filter-label">{of.label}</span>}
          suffixIcon={<span className="td-cap">{of.unit}</span>}
          value={typeof value === 'number' ? String(value) : ''}
          options={of.usual.map((one) => ({ value: String(one), label: `${one}${of.unit}` }))}
          onChange={(next: string | undefined) => put({ [name]: /^\d+$/u.test(next ?? '') ? Number(next) : undefined })}
        />
      </div>
    );
  return (
    <div className="kit-list-filter-one" style={{ width: of.width }}>
      <InputNumber<number>
        aria-label={of.label}
        style={{ width: '100%' }}
        prefix={<span className="kit-list-filter-label">{of.label}</span>}
        suffix={<span className="td-cap">{of.unit}</span>}
        controls={false}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => put({ [name]: next })}
      />
    </div>
  );
}

function Flag({ name, of }: ControlProps) {
  const { values, put } = useFilterDraft();
  return (
    <span className="reports-kit-flag">
      <Switch
        aria-label={of.label}
        size="small"
        checked={values[name] === true}
        onChange={(on) => put({ [name]: on }, true)}
      />
      {of.label}
    </span>
  );
}

function Hours({ name, of }: ControlProps) {
  const { values, put } = useFilterDraft();
  // the control puts clocks there
  const [from, until] = Array.isArray(values[name]) ? (values[name] as string[]) : [];
  return (
    <div className="kit-list-filter-one" style={{ width: of.width }}>
      <ClockRange
        label={of.label}
        prefix={<span className="kit-list-filter-label">{of.label}</span>}
        value={from && until ? [from, until] : null}
        onChange={(hours) => put({ [name]: hours }, true)}
      />
    </div>
  );
}

/** Days of the company's calendar that a report begins with. */
function firstDays(first: FirstRange): { startTime: string; endTime: string } {
  if (first === 'today') return lastDays(1);
  if (first === 'week') return lastDays(7);
  const { startTime, endTime } = lastDays(2);
  if (first === 'yesterday') return { startTime, endTime: `${startTime.slice(0, 10)} 23:59:59` };
  return { startTime: `${wireTime(Date.now()).slice(0, 8)}01 00:00:00`, endTime };
}

/** What a report asks with until the user says otherwise: what he last chose anywhere where its filter takes that, else the usual. */
export function firstFilters(of: Report): Filters & { startTime: string; endTime: string } {
  const initial = Object.entries(of.filters).filter(([, { initial: value }]) => value !== undefined);
  const kept = Object.entries(keptReportSettings()).filter(([name, value]) => {
    const filter = of.filters[name];
    return filter !== undefined && filter.kind !== 'hidden' && filter.schema.safeParse(value).success;
  });
  return {
    ...firstDays(of.range.first),
    ...Object.fromEntries(initial.map(([name, { initial: value }]) => [name, value])),
    ...Object.fromEntries(kept),
  };
}

/** The filters of an address without choices that the report does not offer: of an old link, or typed wrongly. They count as not said. */
export const knownFilters = (of: Report, filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => {
      const filter = of.filters[name];
      if (filter === undefined || value === null) return true;
      if (filter.pick !== undefined && !Array.isArray(value)) return false;
      return (filter.kind !== 'choice' && filter.kind !== 'several') || filter.schema.safeParse(value).success;
    }),
  );

const hasRange = ({ startTime, endTime }: Filters): boolean => Boolean(startTime) && Boolean(endTime);

/** What a report says before its first query: what has to be chosen, or that nothing has to; undefined: the usual sentence, of vehicles and time. */
export function promptOf(of: Report, filters: Filters): string | undefined {
  if (!hasRange(filters)) return '请选择时间';
  const required = Object.values(of.filters).filter(({ pick }) => pick?.required === true);
  if (required.length === 0) return '点击“查询”查看所选时间的数据';
  const chosen = required.find(({ kind }) => kind !== 'vehicles');
  return chosen && `请选择${chosen.label}和时间后查询`;
}

/** Whether everything is chosen that the report cannot do without. */
export const readyToAsk = (of: Report, filters: Filters): boolean =>
  hasRange(filters) &&
  Object.entries(of.filters).every(([name, { pick }]) => {
    const value = filters[name];
    return pick?.required !== true || (Array.isArray(value) && value.length > 0);
  });
