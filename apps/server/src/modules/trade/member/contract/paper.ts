import { ink, Paper, pageSize } from '../../../../core/pdf/paper';
import { heavyTask } from '../../../../core/run/heavy';
import { type Agreed, clausesOf, contractTitle } from './terms';

/** Who signed, when and from where; null: a draft. Times in words. */
export interface Signature {
  signer: string;
  time: string;
  ip: string;
}
interface ContractFile {
  path: string;
  of: Agreed;
  signature: Signature | null;
}

const margin = 72;
const width = pageSize.width - 2 * margin;
const bottom = pageSize.height - 96;
const body = { size: 13, leading: 6 } as const;

/** Writes a contract as PDF: parties, clauses, signatures. Setting Chinese text takes its time, so it runs in a thread. */
export const writeContractTask = heavyTask(
  'write-contract',
  async function* ({ path, of, signature }: ContractFile): AsyncGenerator<number> {
    const paper = new Paper(path, contractTitle);
    const at = { y: 96 };
    const room = (height: number): void => {
      if (at.y + height <= bottom) return;
      paper.addPage();
      at.y = 72;
    };
    const write = (text: string, gap = 8): void => {
      room(paper.heightOf(text, width, body));
      at.y += paper.paragraph(text, margin, at.y, width, body) + gap;
    };
    paper.addPage();
    paper.text(contractTitle, margin, at.y, width, { size: 24, weight: 'bold', align: 'center' });
    at.y += 54;
    write(`合同编号：${of.contractNo}`);
    write(`甲方：${of.partyA}（统一社会信用代码 ${of.creditCode}，法定代表人 ${of.legalPerson}）`);
    write(`乙方：${of.partyB}`, 20);
    for (const [i, { title, text }] of clausesOf(of).entries()) {
      room(60);
      paper.text(`第${'一二三四五六七八九'[i] ?? i + 1}条　${title}`, margin, at.y, width, {
        size: 15,
        weight: 'bold',
      });
      at.y += 28;
      write(text, 16);
    }
    room(120);
    at.y += 16;
    write(signature ? `甲方签署人：${signature.signer}` : '甲方签署人：（待签署）');
    write(signature ? `签署时间：${signature.time}　签署地址：${signature.ip}` : '签署时间：');
    write(`乙方：${of.partyB}`);
    paper.onEachPage((page, pages) => {
      const foot = signature ? of.contractNo : `${of.contractNo}　未签署，仅供阅读`;
      paper.text(foot, margin, pageSize.height - 52, width - 120, { size: 9.5, color: ink.caption });
      paper.text(`${page} / ${pages}`, margin + width - 110, pageSize.height - 52, 110, {
        size: 9.5,
        color: ink.caption,
        align: 'right',
      });
    });
    await paper.finish();
    yield paper.pages;
  },
  'export',
);
