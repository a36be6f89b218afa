import { Modal } from 'antd';
import { platformName } from '../../../kit/session/brand';

const rules = [
  '会员按设备计算。审核通过当天生效；设备已有会员的，新会员从原会员到期的次日起接续。',
  '价格以提交订单时页面显示的金额为准。线上支付的订单30分钟内未付款、对公付款的订单7天内未上传汇款凭证，自动取消。',
  '对公付款须从买方账户转入页面显示的收款账户，附言填写订单号。服务商在3个工作日内核对到账并审核。',
  '审核不通过的订单可以更换凭证重新提交；订单在审核期间，买方不能提交新的会员订单。',
  '会员期内可申请退款，按未使用的天数退还；已申请或开具发票的，须先作废发票。退款后相关设备的会员当天结束。',
  '设备拆除、换绑车辆不改变会员到期日。会员到期后，会员权益停止，已保存的数据按基础服务的期限保留。',
];

/** 会员服务协议: the rules that the product itself follows. */
export function AgreementDialog({ close }: { close: () => void }) {
  return (
    <Modal open title={`${platformName()}会员服务协议`} footer={null} width={640} onCancel={close}>
      <ol className="trade-member-rules">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </Modal>
  );
}
