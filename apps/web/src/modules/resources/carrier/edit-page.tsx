import { keysOf } from '@tongda/contract/core/keys';
import {
  type CarrierDetail,
  carrierAdd,
  carrierChangeHis,
  carrierDetail,
  carrierPage,
  carrierRoutes,
  carrierUpdate,
} from '@tongda/contract/resources/carrier/calls';
import {
  type CarrierContact,
  carrierExpiries,
  carrierLabels,
  mostContacts,
} from '@tongda/contract/resources/carrier/fields';
import { carrierType, gradeLevel, settleType } from '@tongda/contract/resources/enums';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DictItem } from '../../../kit/call/dict-cache';
import { useAsk } from '../../../kit/call/use-ask';
import { OperationLog } from '../../../kit/detail/change-history';
import { PaperPanel } from '../../../kit/detail/due-date';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import {
  DateField,
  EnumField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../kit/form/input/fields';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { EnableDot } from '../../../kit/show/enable-dot';
import { none, shortTime } from '../../../kit/show/format';
import { EntryList } from '../parts/entry-list';
import { useCarrierLinks } from './links';

const names = keysOf(carrierLabels);
const toForm = (loaded: CarrierDetail | null): Values =>
  loaded === null
    ? { carrierType: carrierType.company, contacts: [], temperatureTypes: [], routeIds: [] }
    : Object.fromEntries(names.map((name) => [name, loaded[name]]));
const stale = [carrierPage, carrierDetail, carrierChangeHis];

/** 新增/编辑承运商. */
export function CarrierEditPage() {
  const [params] = useSearchParams();
  const links = useCarrierLinks();
  useStaleAfter(stale);
  return (
    <EditPage<CarrierDetail, typeof carrierUpdate>
      noun="承运商"
      id={params.get('id') ?? undefined}
      load={carrierDetail}
      save={carrierUpdate}
      create={carrierAdd}
      toForm={toForm}
      toInput={(values, loaded) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
      back={links.list}
      head={(c) => ({
        code: c.name,
        status: <EnableDot status={c.status} />,
        meta: `创建于 ${shortTime(c.createTime)}　最近修改 ${c.updateUser} ${shortTime(c.updateTime)}`,
      })}
      aside={(c) =>
        c ? (
          <>
            <PaperPanel
              title="许可与合同"
              papers={carrierExpiries.map((field) => ({ label: carrierLabels[field], date: c[field] }))}
            />
            <OperationLog of={carrierChangeHis} id={c.id} />
          </>
        ) : null
      }
      body={(c) => <Fields loaded={c} />}
    />
  );
}

const blankContact: CarrierContact = { name: '', phone: '', post: '', email: '' };
const describeContacts = (value: unknown): string =>
  // `contacts` is set from the loaded carrier and by its own field, both with this type; undefined at first
  (value as CarrierContact[] | undefined)?.map((c) => `${c.name} ${c.phone}`.trim()).join('；') || none;

/** Stands for a line that the carrier has but the user may not see. */
const unseen = '（无权查看的线路）';

function Fields({ loaded }: { loaded: CarrierDetail | null }) {
  const answer = useAsk(carrierRoutes, undefined);
  const lines = useMemo((): DictItem[] => {
    const known = new Map([...(loaded?.routes ?? []), ...(answer.data ?? [])].map(({ id, name }) => [id, name]));
    for (const id of loaded?.routeIds ?? []) if (!known.has(id)) known.set(id, unseen);
    return [...known].map(([code, name]) => ({ code, name }));
  }, [answer.data, loaded]);
  const masked = loaded !== null && !loaded.full;
  return (
    <>
      <FieldGroup title="基本信息" hint={masked ? '证件号已隐藏，不改则保留原值' : '名称在公司内唯一；新增后待审核'}>
        <TextField name="name" label="承运商名称" span={6} />
        <TextField name="shortName" label="简称" />
        <TextField name="code" label="承运商编码" placeholder="字母、数字、-" upper />
        <EnumField name="carrierType" label="类型" of={carrierType} segmented />
        <TextField name="creditCode" label={carrierLabels.creditCode} placeholder="个体填身份证号" upper />
        <TextField name="contact" label="联系人" />
        <TextField name="phone" label="联系电话" placeholder="手机或固定电话" />
        <TextField name="email" label="邮箱" />
        <TextField name="address" label="地址" span={6} />
        <EditField name="contacts" label={carrierLabels.contacts} span={12} show={describeContacts}>
          <EntryList<CarrierContact>
            noun="联系人"
            max={mostContacts}
            blank={blankContact}
            columns={[
              { key: 'name', label: '姓名', grow: 2 },
              { key: 'phone', label: '电话', placeholder: '手机或固定电话', grow: 3 },
              { key: 'post', label: '职务', placeholder: '如 调度、结算', grow: 2 },
              { key: 'email', label: '邮箱', grow: 3 },
            ]}
          />
        </EditField>
      </FieldGroup>
      <FieldGroup title="许可与能力" hint="许可证到期前30天提醒">
        <TextField name="permitNo" label="道路运输经营许可证号" />
        <DateField name="permitEnd" label="许可证到期" />
        <EnumField name="temperatureTypes" label="温区能力" of={temperatureType} multiple />
        <NumberField name="vehicleScale" label="车辆规模" unit="辆" />
        <TextField name="businessArea" label="业务区域" placeholder="如 江浙沪" />
        <SelectField name="routeIds" label="线路" options={lines} multiple span={6} />
        <EnumField name="level" label="评级" of={gradeLevel} segmented />
      </FieldGroup>
      <FieldGroup title="结算">
        <EnumField name="settleType" label="结算方式" of={settleType} />
        <NumberField name="paymentDays" label="账期" unit="天" />
        <NumberField name="depositYuan" label="保证金" unit="元" decimals={2} />
        <NumberField name="taxRate" label="税率" unit="%" decimals={2} />
        <TextField name="accountName" label="开户名" />
        <TextField name="bankName" label="开户行" />
        <TextField name="bankAccount" label="银行账号" placeholder="8~30位数字" />
      </FieldGroup>
      <FieldGroup title="合同">
        <TextField name="contractNo" label="合同编号" />
        <DateField name="contractStart" label="合同开始" />
        <DateField name="contractEnd" label="合同到期" />
        <TextAreaField name="remark" label="备注" rows={1} />
      </FieldGroup>
    </>
  );
}
