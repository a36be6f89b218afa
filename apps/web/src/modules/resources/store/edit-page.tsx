import { useStatus, yesNo } from '@tongda/contract/ground/place/enums';
import type { WireShape } from '@tongda/contract/ground/place/shape';
import { arrivalEvidence } from '@tongda/contract/resources/enums';
import {
  type StoreDetail,
  storeAdd,
  storeChangeHis,
  storeDetail,
  storePage,
  storeRadius,
  storeTypes,
  storeUpdate,
} from '@tongda/contract/resources/store/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { OperationLog } from '../../../kit/detail/change-history';
import { Panel } from '../../../kit/detail/panel';
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
import { measureShape } from '../../../map/draw/model';
import { ShapeOnMap } from '../../../map/places/shape';
import { loadOrgs } from '../../base/org/door';
import { toCopy, toForm, toInput } from './form';
import { storeLinks } from './links';
import { searchCustomers } from './options';
import { OverlapNote } from './overlap-note';
import { TimeWindowsField } from './time-windows-field';
import './styles.css';

/** 新增/编辑门店: `?id=` edits a store, `&copy=1` starts a new one from it. */
export function StoreEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  const invalidate = useInvalidate();
  useEffect(
    () => () => {
      for (const endpoint of [storePage, storeDetail, storeChangeHis]) void invalidate(endpoint);
    },
    [invalidate],
  );
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <FormPage id={id} start={toForm} />;
}

function CopyPage({ id }: { id: string }) {
  const source = useAsk(storeDetail, { id }, { own: 'copy' });
  const { data } = source;
  const start = useCallback((): Values => (data ? toCopy(data) : {}), [data]);
  if (source.error) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  return data ? <FormPage start={start} /> : <Loading />;
}

function FormPage({ id, start }: { id?: string; start: (loaded: StoreDetail | null) => Values }) {
  return (
    <EditPage<StoreDetail, typeof storeUpdate>
      noun="门店"
      id={id}
      load={storeDetail}
      save={storeUpdate}
      create={storeAdd}
      toForm={start}
      toInput={toInput}
      back={storeLinks.list}
      head={headOf}
      aside={(loaded) => (loaded ? <OperationLog of={storeChangeHis} id={loaded.id} /> : <Hints />)}
      body={(loaded) => <Fields loaded={loaded} />}
    />
  );
}

const headOf = (s: StoreDetail): EditHead => ({
  code: s.storeCode,
  meta: `最近修改 ${s.updateUser} ${shortTime(s.updateTime)}`,
});
// `shape` is set from the loaded store and by the drawing field, both with this type
const describeShape = (value: unknown): string => (value ? measureShape(value as WireShape) : '未定位');

function Fields({ loaded }: { loaded: StoreDetail | null }) {
  const customer = loaded?.customerId ? { id: loaded.customerId, name: loaded.customerName } : null;
  return (
    <>
      <FieldGroup title="基本信息" hint="编码在同一客户内唯一">
        <TextField name="storeCode" label="门店编码" placeholder="字母、数字、-" />
        <TextField name="storeName" label="门店名称" />
        <SelectField name="nodeType" label="类型" options={storeTypes} segmented />
        <RemoteField name="customerId" label="客户" search={searchCustomers} known={customer} />
        <TreeField name="orgId" label="所属部门" load={loadOrgs} />
        <TextField name="contact" label="联系人" />
        <TextField name="phone" label="联系电话" />
        <EnumField name="status" label="状态" of={useStatus} segmented />
      </FieldGroup>
      <FieldGroup title="位置与围栏" hint="车辆进入围栏即到店">
        <TextField name="address" label="详细地址" span={6} placeholder="省市区街道门牌" />
        <EditField name="shape" label="围栏" span={12} verb="选择" show={describeShape}>
          <ShapeOnMap usualRadiusM={storeRadius.usual} />
        </EditField>
        <OverlapNote id={loaded?.id} />
      </FieldGroup>
      <FieldGroup title="收货要求" hint="排线与时效按此计算">
        <TimeWindowsField />
        <NumberField name="unloadMinutes" label="卸货时长" unit="分钟" />
        <EnumField name="cargoPlatform" label="有月台" of={yesNo} segmented />
        <SelectField name="temperatureTypes" label="温区" options={temperatureType.options} multiple />
        <TextField name="vehicleLimit" label="车型限制" placeholder="如 限高3.2m" />
        <SelectField name="evidence" label="到店证据" options={arrivalEvidence.options} multiple />
        <TextAreaField name="remark" label="备注" />
      </FieldGroup>
    </>
  );
}

function Hints() {
  return (
    <Panel title="填写提示">
      <ul className="resources-store-hints">
        <li>先查找地址附近的行政区或输入经纬度，再“设为位置”。</li>
        <li>也可直接在地图上画圆或多边形，拖动圆点调整。</li>
        <li>围栏必填；从表格导入、还没有位置的门店，可以之后在列表中“定位”。</li>
        <li>保存后自动生成同名站点，供报表和规则使用。</li>
      </ul>
    </Panel>
  );
}
