import {
  type LineBindingDetail,
  lineBindingAdd,
  lineBindingChangeHis,
  lineBindingChoices,
  lineBindingDetail,
  lineBindingSave,
  weekdayNames,
} from '@tongda/contract/reports/customized/line-binding';
import { href, routes } from '@tongda/contract/shell/routes';
import { Form, Select } from 'antd';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../kit/call/use-ask';
import { OperationLog } from '../../kit/detail/change-history';
import { Panel } from '../../kit/detail/panel';
import { useEditScope } from '../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../kit/form/edit-field';
import { EditPage } from '../../kit/form/edit-page';
import type { Values } from '../../kit/form/edit-schema';
import { DateField, NumberField, SelectField, TextAreaField } from '../../kit/form/input/fields';
import { RemoteField } from '../../kit/form/input/remote-select';
import { useStaleAfter } from '../../kit/live/use-stale-after';
import { shortTime, wireTime } from '../../kit/show/format';
import { toFound } from '../../modules/base/reference/door';
import { VehiclePicker } from '../../modules/base/vehicle-picker/door';
import { staleBindings } from './line-binding';
import { searchLines } from './places';

const stale = [...staleBindings, lineBindingDetail, lineBindingChangeHis];
const days = weekdayNames.map((name, i) => ({ code: i + 1, name }));

/** 新增/编辑线路绑定: `?id=` edits. */
export function LineBindingEditPage() {
  const [params] = useSearchParams();
  useStaleAfter(stale);
  return (
    <EditPage<LineBindingDetail, typeof lineBindingSave>
      noun="线路绑定"
      id={params.get('id') ?? undefined}
      load={lineBindingDetail}
      save={lineBindingSave}
      create={lineBindingAdd}
      toForm={toForm}
      toInput={(values, loaded) => (loaded ? { ...values, id: loaded.id, version: loaded.version } : values)}
      back={href(routes.customLineBindingList, 'report')}
      head={({ routeName, lineName, updateUser, updateTime }) => ({
        code: routeName || lineName,
        meta: `最近修改 ${updateUser} ${shortTime(updateTime)}`,
      })}
      aside={(loaded) => (
        <>
          <Panel title="保存之后">
            <p className="td-cap">
              绑定线路的车辆按站点进出自动识别趟次，计入进出准点报表。填写偏离距离时，自动生成并维护一条偏离报警规则；选择时效规则时，车辆自动加入该规则。
            </p>
          </Panel>
          {loaded ? <OperationLog of={lineBindingChangeHis} id={loaded.id} /> : null}
        </>
      )}
      body={(loaded) => <Fields loaded={loaded} />}
    />
  );
}

function toForm(b: LineBindingDetail | null): Values {
  if (!b)
    return {
      vehicleIds: [],
      shifts: [],
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      validFrom: wireTime(Date.now()).slice(0, 10),
      awayM: 200,
    };
  const { vehicleIds, routeId, lineId, shifts, weekdays, validFrom, validUntil, awayM, timelinessRuleId, remark } = b;
  return { vehicleIds, routeId, lineId, shifts, weekdays, validFrom, validUntil, awayM, timelinessRuleId, remark };
}

const joined = (value: unknown): string => (Array.isArray(value) && value.length > 0 ? value.join('、') : '--');
const countVehicles = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? `${value.length} 辆` : '--';

function Fields({ loaded }: { loaded: LineBindingDetail | null }) {
  const { form } = useEditScope();
  const choices = useAsk(lineBindingChoices, undefined);
  const routeId: unknown = Form.useWatch('routeId', form);
  const found = choices.data?.routes ?? [];
  const route = found.find(({ id }) => id === routeId);
  const known =
    loaded?.routeId && !found.some(({ id }) => id === loaded.routeId)
      ? [{ code: loaded.routeId, name: `${loaded.routeName}（已停用）` }]
      : [];
  return (
    <>
      <FieldGroup title="线路" hint="线路和电子线路选一个；线路自带的电子线路用于偏离报警">
        <SelectField
          name="routeId"
          label="线路"
          span={6}
          options={[...found.map(({ id, name }) => ({ code: id, name })), ...known]}
        />
        <RemoteField
          name="lineId"
          label="电子线路"
          span={6}
          search={searchLines}
          known={toFound(loaded?.lineId, loaded?.lineName)}
        />
        <EditField name="shifts" label="班次" verb="选择" span={6} show={joined}>
          <Select
            mode="tags"
            maxCount={10}
            tokenSeparators={[' ', ',', '，', '、']}
            placeholder={route && route.shifts.length > 0 ? '选择线路的发车班次' : '如 06:00，回车添加'}
            options={(route?.shifts ?? []).map((value) => ({ value, label: value }))}
          />
        </EditField>
        <SelectField name="weekdays" label="周期" options={days} multiple span={6} />
        <DateField name="validFrom" label="生效" />
        <DateField name="validUntil" label="失效" help="不填为长期" />
      </FieldGroup>
      <FieldGroup title="车辆" hint="同一辆车同一时段只能绑定一条线路">
        <EditField name="vehicleIds" label="车辆" verb="选择" span={12} show={countVehicles}>
          <VehiclePicker multiple max={200} label="车辆" placeholder="请选择车辆" style={{ width: '100%' }} />
        </EditField>
      </FieldGroup>
      <FieldGroup title="报警">
        <NumberField
          name="awayM"
          label="偏离距离"
          unit="米"
          help={
            route && !route.lined ? '该线路没有电子线路，不能设置' : '离开电子线路这么远、持续 1 分钟报警；不填不报警'
          }
        />
        <SelectField
          name="timelinessRuleId"
          label="时效规则"
          span={6}
          placeholder="不加入"
          options={(choices.data?.rules ?? []).map(({ id, name }) => ({ code: id, name }))}
        />
        <TextAreaField name="remark" label="备注" span={12} />
      </FieldGroup>
    </>
  );
}
