import { keysOf } from '@tongda/contract/core/keys';
import {
  type CustomerDetail,
  customerAdd,
  customerChangeHis,
  customerDetail,
  customerPage,
  customerUpdate,
} from '@tongda/contract/resources/customer/calls';
import { type CustomerAddress, type CustomerContact, customerLabels } from '@tongda/contract/resources/customer/fields';
import { customerType, gradeLevel, settleType } from '@tongda/contract/resources/enums';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { useSearchParams } from 'react-router';
import { OperationLog } from '../../../kit/detail/change-history';
import { PaperPanel } from '../../../kit/detail/due-date';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { DateField, EnumField, NumberField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { EnableDot } from '../../../kit/show/enable-dot';
import { none, shortTime } from '../../../kit/show/format';
import { loadOrgs } from '../../base/org/door';
import { EntryList } from '../parts/entry-list';
import { useCustomerLinks } from './links';

const names = keysOf(customerLabels);
const toForm = (loaded: CustomerDetail | null): Values =>
  loaded === null
    ? { customerType: customerType.shipper, contacts: [], addresses: [] }
    : Object.fromEntries(names.map((name) => [name, loaded[name]]));
const stale = [customerPage, customerDetail, customerChangeHis];

/** 新增/编辑客户. */
export function CustomerEditPage() {
  const [params] = useSearchParams();
  const links = useCustomerLinks();
  useStaleAfter(stale);
  return (
    <EditPage<CustomerDetail, typeof customerUpdate>
      noun="客户"
      id={params.get('id') ?? undefined}
      load={customerDetail}
      save={customerUpdate}
      create={customerAdd}
      toForm={toForm}
      toInput={(values, loaded) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
      back={links.list}
      head={(c) => ({
        code: `${c.code} ${c.name}`,
        status: <EnableDot status={c.status} />,
        meta: `创建于 ${shortTime(c.createTime)}　最近修改 ${c.updateUser} ${shortTime(c.updateTime)}`,
      })}
      aside={(c) =>
        c ? (
          <>
            <PaperPanel title="合同" papers={[{ label: customerLabels.contractEnd, date: c.contractEnd }]} />
            <OperationLog of={customerChangeHis} id={c.id} />
          </>
        ) : null
      }
      body={(c) => <Fields isNew={c === null} />}
    />
  );
}

const contact: CustomerContact = { name: '', phone: '', post: '', email: '', main: false };
const address: CustomerAddress = {
  name: '',
  area: '',
  address: '',
  contact: '',
  phone: '',
  lng: null,
  lat: null,
  main: false,
};
const describeContacts = (value: unknown): string =>
  // `contacts` is set from the loaded customer and by its own field, both with this type; undefined at first
  (value as CustomerContact[] | undefined)?.map((c) => `${c.name} ${c.phone}`.trim()).join('；') || none;
const describeAddresses = (value: unknown): string =>
  // the same for `addresses`
  (value as CustomerAddress[] | undefined)?.map((a) => `${a.area}${a.address}`).join('；') || none;

function Fields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <FieldGroup title="基本信息" hint="名称在公司内唯一">
        <TextField name="name" label="客户名称" span={6} />
        <TextField name="shortName" label="简称" />
        <TextField name="code" label="客户编码" placeholder={isNew ? '空白自动编号' : undefined} upper />
        <EnumField name="customerType" label="客户类型" of={customerType} />
        <EnumField name="level" label="等级" of={gradeLevel} />
        <TreeField name="orgId" label="所属部门" load={loadOrgs} help="空白为全公司可见" />
        <TextField name="salesman" label="业务员" />
        <TextField name="creditCode" label="统一社会信用代码" placeholder="18位" upper />
        <TextField name="extCode" label="对接编码" placeholder="客户系统中的编码" />
      </FieldGroup>
      <FieldGroup title="联系人" hint="最多10个">
        <EditField name="contacts" label="联系人" span={12} show={describeContacts}>
          <EntryList<CustomerContact>
            noun="联系人"
            max={10}
            blank={contact}
            columns={[
              { key: 'name', label: '姓名', grow: 2 },
              { key: 'phone', label: '电话', placeholder: '手机或固定电话', grow: 3 },
              { key: 'post', label: '职务', grow: 2 },
              { key: 'email', label: '邮箱', grow: 3 },
            ]}
          />
        </EditField>
      </FieldGroup>
      <FieldGroup title="地址" hint="最多20个">
        <EditField name="addresses" label="地址" span={12} show={describeAddresses}>
          <EntryList<CustomerAddress>
            noun="地址"
            max={20}
            blank={address}
            columns={[
              { key: 'name', label: '名称', placeholder: '如 一号仓', grow: 2 },
              { key: 'area', label: '省市区', grow: 3 },
              { key: 'address', label: '详细地址', grow: 5 },
              { key: 'contact', label: '联系人', grow: 2 },
              { key: 'phone', label: '电话', grow: 3 },
            ]}
          />
        </EditField>
      </FieldGroup>
      <FieldGroup title="运输要求">
        <EnumField name="temperatureType" label="温区要求" of={temperatureType} />
        <NumberField name="tempLower" label="温度下限" unit="℃" decimals={1} />
        <NumberField name="tempUpper" label="温度上限" unit="℃" decimals={1} />
        <NumberField name="hoursLimit" label="时效要求" unit="小时" />
      </FieldGroup>
      <FieldGroup title="结算与合同">
        <EnumField name="settleType" label="结算方式" of={settleType} />
        <NumberField name="paymentDays" label="账期" unit="天" />
        <TextField name="invoiceTitle" label="发票抬头" />
        <TextField name="taxNo" label="税号" upper />
        <TextField name="contractNo" label="合同编号" />
        <DateField name="contractEnd" label="合同到期" />
        <TextAreaField name="remark" label="备注" rows={1} />
      </FieldGroup>
    </>
  );
}
