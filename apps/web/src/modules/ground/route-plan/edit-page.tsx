import type { Output } from '@tongda/contract/core/endpoint';
import { routePlanType } from '@tongda/contract/ground/place/enums';
import {
  type PlanDetail,
  planAdd,
  planCalc,
  planChangeHis,
  planDetail,
  planPage,
  planUpdate,
} from '@tongda/contract/ground/route-plan/calls';
import type { CrossedAreas } from '@tongda/contract/ground/route-plan/way';
import { Form } from 'antd';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { OperationLog } from '../../../kit/detail/change-history';
import { Panel } from '../../../kit/detail/panel';
import { toast } from '../../../kit/dialog/notify';
import { GroupContext, useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { type EditHead, EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import {
  DateField,
  EnumField,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
  TreeField,
} from '../../../kit/form/input/fields';
import { RemoteField } from '../../../kit/form/input/remote-select';
import { useInvalidate } from '../../../kit/list/use-rows';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { loadOrgs } from '../../base/org/door';
import { VehiclePicker } from '../../base/vehicle-picker/door';
import { type KnownPlace, PlacesSelect } from '../place/door';
import { RouteMap, searchLines } from '../transport-route/door';
import { Crossed } from './crossed';
import { calcInput, type StopRow, toForm } from './form';
import { planLinks } from './links';
import { StopsField } from './stops-field';
import { StrategyField } from './strategy-field';
import './styles.css';
import '../parts/stops.css';

/** 新增/编辑规划: `?id=` edits, `&copy=1` starts a new one from it. */
export function PlanEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  const invalidate = useInvalidate();
  useEffect(
    () => () => {
      for (const endpoint of [planPage, planDetail, planChangeHis]) void invalidate(endpoint);
    },
    [invalidate],
  );
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <FormPage id={id} start={toForm} />;
}

function CopyPage({ id }: { id: string }) {
  const source = useAsk(planDetail, { id }, { own: 'copy' });
  const { data } = source;
  const start = useCallback((): Values => toForm(data ?? null, true), [data]);
  if (source.error) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  return data ? <FormPage start={start} copied={data} /> : <Loading />;
}

const toInput = (values: Values, plan: PlanDetail | null): Values =>
  plan ? { ...values, id: plan.id, version: plan.version } : values;

interface FormPageProps {
  id?: string;
  start: (loaded: PlanDetail | null) => Values;
  /** what a new plan is made from */
  copied?: PlanDetail;
}
function FormPage({ id, start, copied }: FormPageProps) {
  return (
    <EditPage<PlanDetail, typeof planUpdate>
      noun="线路规划"
      id={id}
      load={planDetail}
      save={planUpdate}
      create={planAdd}
      toForm={start}
      toInput={toInput}
      back={planLinks.list}
      saved={tellEstimated}
      head={headOf}
      aside={(loaded) => (
        <>
          <MapPanel />
          {loaded ? <OperationLog of={planChangeHis} id={loaded.id} /> : null}
        </>
      )}
      body={(loaded) => <Fields from={loaded ?? copied ?? null} />}
    />
  );
}

/** The engine may have answered the form and failed when the plan was saved. */
function tellEstimated(answer: unknown): void {
  // add and update of a plan both answer a note
  const { note } = answer as Output<typeof planAdd>;
  if (note) toast('warning', `${note}；规划服务恢复后，再次编辑保存即可按道路计算`, 8);
}

const headOf = (plan: PlanDetail): EditHead => ({
  code: plan.planNo,
  meta: `${plan.createUser} 创建，最近修改 ${shortTime(plan.updateTime)}`,
});

/** Times of the stops as they stand on the form; what was shown stays while new ones are on their way. */
function useSchedule() {
  const { form } = useEditScope();
  // all fields of the form by name
  const values = (Form.useWatch([], form) ?? {}) as Values;
  const asked = calcInput(values, false);
  const { data } = useAsk(planCalc, asked, { keep: true, staleTime: 60_000 });
  const { given, path = null, ways = [], crossed = none, note = '' } = (asked && data) || {};
  return { schedule: given, path, ways, crossed, note };
}

function Fields({ from }: { from: PlanDetail | null }) {
  const { schedule, path, ways, crossed, note } = useSchedule();
  const line = from?.lineId ? { id: from.lineId, name: from.lineName } : null;
  return (
    <>
      <FieldGroup title="基本信息" hint="编号保存后自动生成">
        <TextField name="planName" label="规划名称" />
        <EnumField name="planType" label="类型" of={routePlanType} segmented />
        <DateField name="departTime" label="计划发车" time />
        <EditField name="vehicleId" label="车辆" verb="选择" show={(value) => (value ? '已选择车辆' : '--')}>
          <VehiclePicker placeholder="可不选" />
        </EditField>
        <RemoteField
          name="lineId"
          label="电子线路"
          search={searchLines}
          known={line}
          placeholder="可不选"
          help="选择后里程按线路量取、偏航按线路判断；不选按直线估算"
        />
        <EditField
          name="avoidIds"
          label="禁行区域"
          verb="选择"
          // the field `avoidIds`
          show={(value) => `${((value ?? []) as string[]).length} 个区域`}
          help="道路规划避开这些区域；避不开时提示"
        >
          <PlacesSelect kinds={regions} known={from?.avoid ?? noAreas} placeholder="可不选" />
        </EditField>
        <NumberField name="tollYuan" label="预计过路费" unit="元" decimals={2} help="按实际知道的填写，系统不估算" />
        <TreeField name="orgId" label="所属部门" load={loadOrgs} />
        <SwitchField name="keepLast" label="终点固定" />
        <SwitchField name="returnToStart" label="返回起点" />
        <TextAreaField name="remark" label="备注" />
      </FieldGroup>
      <GroupContext.Provider value="途经点">
        <div className="kit-form-group-grid ground-parts-wide">
          <StopsField schedule={schedule} />
        </div>
        {ways.length > 0 ? null : <Crossed crossed={crossed} estimated={path === null} />}
        <StrategyField ways={ways} note={note} />
      </GroupContext.Provider>
    </>
  );
}

const regions = ['region'] as const;
const noAreas: KnownPlace[] = [];
const none: CrossedAreas = { limits: [], avoided: [] };

function MapPanel() {
  const { form } = useEditScope();
  // the field `stops`
  const stops = (Form.useWatch('stops', form) ?? []) as StopRow[];
  const home = Form.useWatch('returnToStart', form) === true;
  const [first] = stops;
  const { path: along, ways } = useSchedule();
  const path = [...stops, ...(home && first ? [first] : [])].flatMap(({ lng, lat }) =>
    lng === null || lat === null ? [] : [[lng, lat] as const],
  );
  return (
    <Panel title="行驶顺序" extra={along ? (ways.length > 0 ? '沿道路' : '沿电子线路') : '直线示意'} flush>
      <RouteMap stops={stops} line={along ?? path} />
    </Panel>
  );
}
