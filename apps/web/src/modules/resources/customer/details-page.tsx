import {
  type CustomerDetail,
  customerChangeHis,
  customerDetail,
  customerPapers,
  customerUpdate,
} from '@tongda/contract/resources/customer/calls';
import { customerType, settleType } from '@tongda/contract/resources/enums';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { Button, Table } from 'antd';
import { Pencil } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { PaperPanel } from '../../../kit/detail/due-date';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { PaperFiles } from '../../../kit/files/papers';
import { Can } from '../../../kit/session/can';
import { EnableDot } from '../../../kit/show/enable-dot';
import { formatRange, none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { AccountPanel } from './account-panel';
import { OrderMonths, TemperatureMonths } from './detail-figures';
import { useCustomerLinks } from './links';
import { StoresPanel } from './stores-panel';
import './styles.css';

/** 客户详情. */
export function CustomerDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const links = useCustomerLinks();
  const navigate = useNavigate();
  const answer = useAsk(customerDetail, { id }, { when: id !== '' });
  if (id === '')
    return (
      <Empty title="没有指定客户" action={<Button onClick={() => void navigate(links.list)}>返回客户列表</Button>} />
    );
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const customer = answer.data;
  return (
    <DetailPage
      back={links.list}
      title={customer.name}
      code={customer.code}
      status={<EnableDot status={customer.status} />}
      actions={
        <Can do={customerUpdate}>
          <Button type="primary" icon={<Pencil />} onClick={() => void navigate(links.edit(customer.id))}>
            编辑
          </Button>
        </Can>
      }
      tabs={[
        { key: 'basic', name: '基本信息', content: () => <Basics customer={customer} /> },
        {
          key: 'contacts',
          name: '联系人',
          content: () => <Contacts customer={customer} />,
        },
        {
          key: 'addresses',
          name: '地址',
          content: () => <Addresses customer={customer} />,
        },
        {
          key: 'stores',
          name: '门店',
          content: () => <StoresPanel customer={customer} />,
        },
        { key: 'orders', name: '订单统计', content: () => <OrderMonths id={customer.id} /> },
        { key: 'temperature', name: '温度合格率', content: () => <TemperatureMonths id={customer.id} /> },
        { key: 'accounts', name: '查询账号', content: () => <AccountPanel customer={customer} /> },
        {
          key: 'papers',
          name: '合同与附件',
          content: () => <PaperFiles of={customerPapers} id={customer.id} history={customerChangeHis} />,
        },
        {
          key: 'history',
          name: '变更记录',
          content: () => <ChangeHistory of={customerChangeHis} id={customer.id} />,
        },
      ]}
      aside={
        <PaperPanel title="合同" papers={[{ label: customer.contractNo || '合同到期', date: customer.contractEnd }]} />
      }
    />
  );
}

function Basics({ customer: c }: { customer: CustomerDetail }) {
  return (
    <>
      <Facts
        title="基本信息"
        facts={[
          ['客户名称', c.name],
          ['简称', c.shortName],
          ['类型', customerType.label(c.customerType)],
          ['等级', c.level],
          ['所属部门', c.orgName || '全公司'],
          ['业务员', c.salesman],
          ['统一社会信用代码', c.creditCode],
          ['对接编码', c.extCode],
        ]}
      />
      <Facts
        title="运输要求"
        facts={[
          ['温区要求', c.temperatureType === null ? '' : temperatureType.label(c.temperatureType)],
          [
            '温度范围',
            c.tempLower === null && c.tempUpper === null ? '' : `${formatRange(c.tempLower, c.tempUpper, 1)} ℃`,
          ],
          ['时效要求', c.hoursLimit === null ? '' : `${c.hoursLimit} 小时`],
        ]}
      />
      <Facts
        title="结算"
        facts={[
          ['结算方式', c.settleType === null ? '' : settleType.label(c.settleType)],
          ['账期', c.paymentDays === null ? '' : `${c.paymentDays} 天`],
          ['发票抬头', c.invoiceTitle],
          ['税号', c.taxNo],
        ]}
      />
      {c.remark ? <Facts title="备注" facts={[['', c.remark]]} /> : null}
    </>
  );
}

const defaultMark = (main: boolean) => (main ? <span className="kit-detail-tag">默认</span> : null);

function Contacts({ customer }: { customer: CustomerDetail }) {
  if (customer.contacts.length === 0) return <Empty title="还没有联系人" text="在编辑页添加" />;
  return (
    <Table
      size="small"
      rowKey={(c) => `${c.name}${c.phone}`}
      dataSource={customer.contacts}
      pagination={false}
      columns={[
        {
          title: '姓名',
          width: 140,
          render: (_, c) => (
            <>
              {c.name} {defaultMark(c.main)}
            </>
          ),
        },
        { dataIndex: 'phone', title: '电话', width: 160 },
        { title: '职务', width: 120, render: (_, c) => c.post || none },
        { title: '邮箱', render: (_, c) => c.email || none },
      ]}
    />
  );
}

function Addresses({ customer }: { customer: CustomerDetail }) {
  if (customer.addresses.length === 0) return <Empty title="还没有地址" text="在编辑页添加" />;
  return (
    <Table
      size="small"
      rowKey={(a) => `${a.name}${a.area}${a.address}`}
      dataSource={customer.addresses}
      pagination={false}
      columns={[
        {
          title: '名称',
          width: 140,
          render: (_, a) => (
            <>
              {a.name || none} {defaultMark(a.main)}
            </>
          ),
        },
        { title: '地址', render: (_, a) => `${a.area}${a.address}` },
        { title: '联系人', width: 100, render: (_, a) => a.contact || none },
        { title: '电话', width: 150, render: (_, a) => a.phone || none },
      ]}
    />
  );
}
