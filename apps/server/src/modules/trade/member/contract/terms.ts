import { yuanOf } from '../pay/alipay';

/** What a contract is about. Amounts in fen. */
export interface Agreed {
  contractNo: string;
  orderNo: string;
  /** the buyer, and the operator of the platform */
  partyA: string;
  partyB: string;
  creditCode: string;
  legalPerson: string;
  planName: string;
  deviceCount: number;
  payFen: number;
  lines: readonly AgreedLine[];
}

/** A terminal of a contract; without a vehicle it has no plate. */
export interface AgreedLine {
  terminalNo: string;
  plateNo: string | null;
  months: number;
}

/** `013800000001（沪A10001），12个月`: a number is never read together with the months behind it. */
const lineWords = ({ terminalNo, plateNo, months }: AgreedLine): string =>
  `${terminalNo}${plateNo ? `（${plateNo}）` : ''}，${months}个月`;

export const contractTitle = '会员服务合同';

/** The clauses of a contract, in the order in which they are read and signed. */
export function clausesOf(of: Agreed): Array<{ title: string; text: string }> {
  return [
    {
      title: '服务内容',
      text: `乙方向甲方提供${of.planName}会员服务，适用于${of.deviceCount}台设备：${of.lines.map(lineWords).join('；')}。`,
    },
    {
      title: '费用与付款',
      text: `合同总价人民币${yuanOf(of.payFen)}元，甲方按订单${of.orderNo}所列方式一次付清。乙方在审核通过后按甲方提供的信息开具发票。`,
    },
    {
      title: '服务期限',
      text: '各设备的服务期自订单审核通过之日起计算；设备已有会员的，自原会员到期的次日起计算。',
    },
    {
      title: '退款',
      text: '服务期内协商终止的，按未使用天数退还费用；已开具发票的，先作废发票再退款。',
    },
    {
      title: '数据与保密',
      text: '甲方的车辆、货物和人员数据归甲方所有，乙方只为提供服务而处理，并按平台隐私政策保密。',
    },
    {
      title: '签署与生效',
      text: '本合同以电子方式签署，自甲方签署之日起生效；签署文件的SHA-256摘要作为存证，与纸质合同具有同等效力。',
    },
  ];
}
