import { expect, test } from 'vitest';
import { auditStatus } from '../enums';
import { receiptRequire, receiptStatus } from '../waybill/enums';
import { type ReceiptFacts, receiptActions, receiptDone, receiptRefusal, receiptStageOf } from './stage';

const { none: _none, electronic, paper, both } = receiptRequire;
const facts = (
  status: keyof typeof names,
  audit: ReceiptFacts['auditStatus'],
  require: ReceiptFacts['receiptRequire'] = paper,
): ReceiptFacts => ({ receiptStatus: names[status], auditStatus: audit, receiptRequire: require });
const names = {
  toUpload: receiptStatus.toUpload,
  uploaded: receiptStatus.uploaded,
  recovered: receiptStatus.recovered,
  sent: receiptStatus.sent,
  received: receiptStatus.received,
  returned: receiptStatus.returned,
};
const { pending, passed, rejected, cancelled } = auditStatus;

test.each([
  [facts('toUpload', pending), 'toUpload', ['upload']],
  [facts('uploaded', pending), 'toAudit', ['upload', 'pass', 'reject']],
  [facts('uploaded', rejected), 'rejected', ['upload']],
  [facts('uploaded', passed), 'passed', ['recover']],
  [facts('uploaded', passed, both), 'passed', ['recover']],
  [facts('uploaded', passed, electronic), 'passed', []],
  [facts('recovered', passed), 'recovered', ['send', 'returnClient']],
  [facts('sent', passed), 'sent', ['receive']],
  [facts('received', passed), 'received', ['returnClient']],
  [facts('returned', passed), 'returned', []],
  [facts('toUpload', cancelled), 'cancelled', []],
])('%o stands at %s and may %o', (given, stage, verbs) => {
  expect(receiptStageOf(given)).toBe(stage);
  expect(receiptActions(given)).toEqual(verbs);
});

test('why a step is refused is said in words', () => {
  expect(receiptRefusal('recover', facts('uploaded', pending))).toBe('待审核的回单不能回收登记，请先审核通过');
  expect(receiptRefusal('recover', facts('uploaded', passed, electronic))).toBe('电子回单审核通过即完成，没有纸质回单');
  expect(receiptRefusal('pass', facts('toUpload', pending))).toBe('待上传的回单不能审核通过，只有已上传时可以');
  expect(receiptRefusal('reject', facts('uploaded', passed))).toBe('审核通过的回单不能驳回，只有待审核时可以');
  expect(receiptRefusal('upload', facts('uploaded', cancelled))).toBe('订单的签收已撤销，回单已取消');
});

test('an electronic receipt is done with its audit, a paper one with the customer', () => {
  expect(receiptDone(facts('uploaded', passed, electronic))).toBe(true);
  expect(receiptDone(facts('uploaded', passed, both))).toBe(false);
  expect(receiptDone(facts('returned', passed, both))).toBe(true);
  expect(receiptDone(facts('toUpload', cancelled))).toBe(true);
});
