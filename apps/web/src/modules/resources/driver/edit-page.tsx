import { emergencyContact, licenceClass, sex } from '@tongda/contract/base/org/enums';
import { ageOn, birthOf, sexOf } from '@tongda/contract/core/field/identity-numbers';
import { keysOf } from '@tongda/contract/core/keys';
import {
  type DriverDetail,
  driverAdd,
  driverChangeHis,
  driverCounts,
  driverDetail,
  driverPage,
  driverUpdate,
} from '@tongda/contract/resources/driver/calls';
import { driverExpiries, driverLabels, drivingAge } from '@tongda/contract/resources/driver/fields';
import { Form } from 'antd';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { OperationLog } from '../../../kit/detail/change-history';
import { PaperPanel } from '../../../kit/detail/due-date';
import { useEditScope } from '../../../kit/form/edit-context';
import { FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { DateField, EnumField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { RemoteField } from '../../../kit/form/input/remote-select';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { loadOrgs } from '../../base/org/door';
import { searchCarriers, searchFleets, toFound } from '../../base/reference/door';
import { DriverStatusDot } from './cells';
import { useDriverLinks } from './links';

const names = keysOf(driverLabels);
const toForm = (loaded: DriverDetail | null): Values =>
  loaded === null ? {} : Object.fromEntries(names.map((name) => [name, loaded[name]]));
const stale = [driverPage, driverCounts, driverDetail, driverChangeHis];
/** The fields that a copy takes over: those of the workplace, not those of the person. */
const copied = ['orgId', 'fleetId', 'carrierId', 'licenseClass', 'hireDate'];

/** 新增/编辑司机: `?id=` edits a driver, `&copy=1` starts a new one with the same workplace. */
export function DriverEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  useStaleAfter(stale);
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <FormPage id={id} start={toForm} />;
}

function CopyPage({ id }: { id: string }) {
  const source = useAsk(driverDetail, { id }, { own: 'copy' });
  const { data } = source;
  const start = useCallback(
    (): Values => Object.fromEntries(Object.entries(toForm(data ?? null)).filter(([name]) => copied.includes(name))),
    [data],
  );
  if (source.error) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  if (!data) return <Loading />;
  return <FormPage start={start} />;
}

function FormPage({ id, start }: { id?: string; start: (loaded: DriverDetail | null) => Values }) {
  const links = useDriverLinks();
  return (
    <EditPage<DriverDetail, typeof driverUpdate>
      noun="司机"
      id={id}
      load={driverDetail}
      save={driverUpdate}
      create={driverAdd}
      toForm={start}
      toInput={(values, loaded) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
      back={links.list}
      head={(d) => ({
        code: d.name,
        status: <DriverStatusDot status={d.status} />,
        meta: `创建于 ${shortTime(d.createTime)}　最近修改 ${d.updateUser} ${shortTime(d.updateTime)}`,
      })}
      aside={(d) =>
        d ? (
          <>
            <PaperPanel
              title="证件状态"
              papers={driverExpiries.map((field) => ({ label: driverLabels[field], date: d[field] }))}
            />
            <OperationLog of={driverChangeHis} id={d.id} />
          </>
        ) : null
      }
      body={(d) => <DriverFields loaded={d} />}
    />
  );
}

/** The birthday, with a hint when the age is unusual for a driver; such drivers are not refused. */
function describeBirth(birth: string): string {
  const age = ageOn(birth, new Date().toISOString().slice(0, 10));
  const odd = age < drivingAge.from || age > drivingAge.to;
  return `出生日期 ${birth}，${age}岁${odd ? `，不在${drivingAge.from}~${drivingAge.to}岁之间，请核对` : ''}`;
}

function DriverFields({ loaded }: { loaded: DriverDetail | null }) {
  const { form } = useEditScope();
  const idCard: unknown = Form.useWatch('idCard', form);
  const birth = typeof idCard === 'string' ? birthOf(idCard) : null;
  useEffect(() => {
    // the identity card determines the sex
    if (typeof idCard === 'string' && birthOf(idCard) !== null) form.setFieldValue('sex', sexOf(idCard));
  }, [idCard, form]);
  const masked = loaded !== null && !loaded.full;
  return (
    <>
      <FieldGroup title="基本信息" hint={masked ? '号码已隐藏，不改则保留原值' : '手机号在公司内唯一'}>
        <TextField name="name" label="姓名" span={2} />
        <TextField name="phone" label="手机号" placeholder="11位手机号" />
        <TextField
          name="idCard"
          label="身份证号"
          span={4}
          placeholder="18位"
          upper
          help={birth ? describeBirth(birth) : undefined}
        />
        <EnumField name="sex" label="性别" of={sex} segmented />
        <TreeField name="orgId" label="所属部门" load={loadOrgs} />
        <RemoteField
          name="fleetId"
          label="所属车队"
          search={searchFleets}
          known={toFound(loaded?.fleetId, loaded?.fleetName)}
        />
        <RemoteField
          name="carrierId"
          label="承运商"
          search={searchCarriers}
          known={toFound(loaded?.carrierId, loaded?.carrierName)}
        />
        <DateField name="hireDate" label="入职日期" />
      </FieldGroup>
      <FieldGroup title="驾驶证" hint="到期前30天提醒">
        <EnumField name="licenseClass" label="准驾车型" of={licenceClass} span={2} />
        <TextField name="licenseNo" label="驾驶证号" upper span={4} />
        <DateField name="firstLicenseDate" label="初次领证日期" />
        <DateField name="licenseEnd" label="驾驶证到期" />
      </FieldGroup>
      <FieldGroup title="从业与健康" hint="运输食品须有健康证">
        <TextField name="qualificationNo" label="从业资格证号" span={4} />
        <DateField name="qualificationEnd" label="从业资格证到期" />
        <DateField name="healthCertEnd" label="健康证到期" />
        <TextField name="icCardNo" label="IC卡号" upper span={2} />
      </FieldGroup>
      <FieldGroup title="紧急联系人">
        <TextField name="emergencyName" label="紧急联系人" />
        <EnumField name="emergencyRelation" label="与本人关系" of={emergencyContact} />
        <TextField name="emergencyPhone" label="紧急联系电话" placeholder="手机或固定电话" />
      </FieldGroup>
      <FieldGroup title="其他">
        <TextField name="address" label="住址" span={6} />
        <TextAreaField name="remark" label="备注" rows={1} />
      </FieldGroup>
    </>
  );
}
