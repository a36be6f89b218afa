import { pointType, routeType, useStatus } from '@tongda/contract/ground/place/enums';
import {
  type RouteDetail,
  routeAdd,
  routeChangeHis,
  routeDetail,
  routePage,
  routeUpdate,
} from '@tongda/contract/ground/transport-route/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { vehicleTypes } from '@tongda/contract/resources/vehicle/fields';
import { Form, Select } from 'antd';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { OperationLog } from '../../../kit/detail/change-history';
import { Panel } from '../../../kit/detail/panel';
import { GroupContext, useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { type EditHead, EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import {
  EnumField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
  TreeField,
} from '../../../kit/form/input/fields';
import { RemoteField } from '../../../kit/form/input/remote-select';
import { useInvalidate } from '../../../kit/list/use-rows';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { loadOrgs } from '../../base/org/door';
import { useRouteLinks } from './links';
import { RouteMap } from './map';
import { searchLines } from './options';
import { blankStop, newKey, type StopRow } from './stops';
import { StopsField } from './stops-field';
import './styles.css';
import '../parts/stops.css';

/** 新增/编辑线路: `?id=` edits, `&copy=1` starts a new one from it. */
export function RouteEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  const invalidate = useInvalidate();
  useEffect(
    () => () => {
      for (const endpoint of [routePage, routeDetail, routeChangeHis]) void invalidate(endpoint);
    },
    [invalidate],
  );
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <FormPage id={id} start={toForm} />;
}

function toForm(route: RouteDetail | null): Values {
  if (!route)
    return {
      routeType: routeType.trunk,
      status: useStatus.on,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      departTimes: ['08:00'],
      temperatureTypes: [],
      vehicleTypes: [],
      stops: [blankStop(pointType.load), blankStop()],
    };
  const { routeCode, routeName, routeType: kind, orgId, lineId, temperatureTypes, weekdays, departTimes } = route;
  const { vehicleTypes: cars, tollYuan, fuelYuan, status, remark, stops } = route;
  return {
    routeCode,
    routeName,
    routeType: kind,
    orgId,
    lineId,
    temperatureTypes,
    vehicleTypes: cars,
    weekdays,
    departTimes,
    tollYuan,
    fuelYuan,
    status,
    remark,
    stops: stops.map((stop): StopRow => ({ ...stop, key: newKey() })),
  };
}

const toInput = (values: Values, route: RouteDetail | null): Values =>
  route ? { ...values, id: route.id, version: route.version } : values;

function CopyPage({ id }: { id: string }) {
  const source = useAsk(routeDetail, { id }, { own: 'copy' });
  const { data } = source;
  const start = useCallback(
    (): Values => (data ? { ...toForm(data), routeCode: '', routeName: `${data.routeName}-副本` } : {}),
    [data],
  );
  if (source.error) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  return data ? <FormPage start={start} /> : <Loading />;
}

function FormPage({ id, start }: { id?: string; start: (loaded: RouteDetail | null) => Values }) {
  const links = useRouteLinks();
  return (
    <EditPage<RouteDetail, typeof routeUpdate>
      noun="线路"
      id={id}
      load={routeDetail}
      save={routeUpdate}
      create={routeAdd}
      toForm={start}
      toInput={toInput}
      back={links.list}
      head={headOf}
      aside={(loaded) => (
        <>
          <MapPanel />
          {loaded ? <OperationLog of={routeChangeHis} id={loaded.id} /> : null}
        </>
      )}
      body={(loaded) => <Fields loaded={loaded} />}
    />
  );
}

const headOf = (route: RouteDetail): EditHead => ({
  code: route.routeCode,
  meta: `最近修改 ${route.updateUser} ${shortTime(route.updateTime)}`,
});

const cars = vehicleTypes.map((name) => ({ code: name, name }));
const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name, i) => ({ code: i + 1, name }));

function Fields({ loaded }: { loaded: RouteDetail | null }) {
  const line = loaded?.lineId ? { id: loaded.lineId, name: loaded.lineName } : null;
  return (
    <>
      <FieldGroup title="基本信息" hint="编码在公司内唯一">
        <TextField name="routeCode" label="线路编码" placeholder="字母、数字、-" />
        <TextField name="routeName" label="线路名称" />
        <EnumField name="routeType" label="类型" of={routeType} />
        <TreeField name="orgId" label="所属部门" load={loadOrgs} />
        <SelectField name="weekdays" label="发车日" span={6} options={weekdays} multiple />
        <EditField name="departTimes" label="发车班次" span={3}>
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            maxCount={10}
            maxTagCount="responsive"
            tokenSeparators={[' ', ',', '，', '、']}
            placeholder="如 06:00，回车添加"
          />
        </EditField>
        <RemoteField name="lineId" label="电子线路" search={searchLines} known={line} placeholder="偏航按此判断" />
        <SelectField name="temperatureTypes" label="温区" options={temperatureType.options} multiple />
        <SelectField name="vehicleTypes" label="适用车型" options={cars} multiple />
        <NumberField name="tollYuan" label="过路费" unit="元" decimals={2} />
        <NumberField name="fuelYuan" label="油费参考" unit="元" decimals={2} />
        <EnumField name="status" label="状态" of={useStatus} segmented />
        <TextAreaField name="remark" label="备注" />
      </FieldGroup>
      <GroupContext.Provider value="停靠点">
        <div className="kit-form-group-grid ground-parts-wide">
          <StopsField />
        </div>
      </GroupContext.Provider>
    </>
  );
}

function MapPanel() {
  const { form } = useEditScope();
  // the field `stops`
  const stops = (Form.useWatch('stops', form) ?? []) as StopRow[];
  return (
    <Panel title="线路走向" extra="直线示意" flush>
      <RouteMap stops={stops} />
    </Panel>
  );
}
