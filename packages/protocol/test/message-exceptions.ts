import type { Line } from './fixtures';

/** A line that is not as its source says, or not as we write it. */
interface MessageException {
  why: string;
  /** Part of the line's source or of its hex. */
  line: string;
  /**
   * `frame`: the framing is wrong. `body`: the body is not decoded, for the reason `reason`. `bytes`: we write it
   * in another way. `header`: the independent decoder has read it in another way. `whole`: an unescaped 7E inside, so everything between the two ends
   * is read as one frame. Anything else: a stated value, by its name in the source (`*` for any ending), that is not checked.
   */
  of: string[];
  reason?: 'unknown' | 'damaged' | 'encrypted';
}

const exceptions: MessageException[] = [
  {
    why: 'the source says that RSA bodies are to be refused',
    line: '7e0801040500123456789002de001a',
    of: ['body'],
    reason: 'encrypted',
  },
  {
    why: 'made to be refused: fewer bytes than declared',
    line: '7e0801200500123456789002de001a000228080001517e',
    of: ['frame'],
  },
  {
    why: 'the source reads the last three of the five bytes as hours, minutes and seconds, which are the first three',
    line: '7e0705402b0112345678901234567890',
    of: ['dateTime'],
  },
  {
    why: 'the reserved 16 bytes are filled with the digit 0, which we write as 00; its time and counts are Java expressions',
    line: 'BuiltinMsg9208AliasTest.java#test',
    of: ['bytes', 'Time', 'Sequence', 'AttachmentCount'],
  },
  {
    why: 'an authentication code is kept byte by byte, whatever text it may be',
    line: '7e810000150139123443230000006f00436f6465',
    of: ['AuthCode'],
  },
  {
    why: 'a refusal carries no code, whatever the builder is given',
    line: '7e810000030139123443230000006f01',
    of: ['AuthCode'],
  },
  // Frames and bodies that are none.
  {
    why: 'a 2019 header whose version flag is missing',
    line: '7e8104000001000000000134199055',
    of: ['frame', 'header', '*'],
  },
  { why: 'declares 122 bytes and has 107', line: '7e0900007a413050338598', of: ['frame'] },
  {
    why: 'the checksum of the test is wrong: the frame was edited to hide identities',
    line: '7e55018c378580120300032a',
    of: ['frame', 'header'],
  },
  { why: 'a raw 7E inside', line: '7e55019c3b8571110003399a', of: ['whole', 'header'] },
  {
    why: 'the independent decoder takes the serial of two bytes that other messages have',
    line: '7e55028c37850011000200c0',
    of: ['header'],
  },
  { why: 'made to test framing, without a body', line: '7e810000001234567820110001', of: ['body'], reason: 'damaged' },
  {
    why: 'its last setting says 15 bytes and has 13',
    line: '130f7777772e6261',
    of: ['body'],
    reason: 'damaged',
  },
  { why: 'a bare text of the test', line: '10455545955103', of: ['body'], reason: 'damaged' },
  { why: 'a bare text of the test', line: 'F366_Test.cs#Deserialize', of: ['body'], reason: 'damaged' },

  // Bytes that we write in another way, with the same meaning.
  {
    why: 'ends inside its last setting: what is there is read',
    line: 't_terminal_params_test.go',
    of: ['bytes'],
  },
  { why: 'pads the number to 20 bytes, which the standard does not ask for', line: '7e8400', of: ['bytes'] },
  { why: 'pads the identity card in front', line: '03746b310000', of: ['bytes'] },
  { why: 'without the count in front', line: '7e850040030112345678901234567890', of: ['bytes'] },
  { why: 'a count of 0, which 2013 leaves out', line: '00000081008', of: ['bytes'] },
  {
    why: 'a face match value of a province behind the identity card',
    line: '0121052818111100056b6f696b65',
    of: ['bytes', '*'],
  },

  // Sources that state something else than their bytes say.
  { why: 'bits where the edition has a kind', line: '7e8500000112345678901200017b', of: ['type'] },
  { why: 'the source reads the time, which is UTC, as local', line: 'Demo7.cs', of: ['Time', '*.Time'] },
  { why: 'a code that is not sent with a refusal', line: 'JT808_0x8100Test.cs#Test3', of: ['Code'] },
  { why: 'bytes of Guangdong, which are kept as one', line: 'YueBiao.Test/JT808_0x8103_0xF365', of: ['*.Retain.*'] },
  { why: 'an object of the test itself, inside the data', line: 'JT808_0x0701Test.cs', of: ['*Id', '*UserName'] },
  { why: 'an object of the test itself, inside the data', line: 'JT808_0x8900Test.cs', of: ['*Id'] },
  { why: 'the numbers of two terminals, one of which is another frame', line: 'Demo6.cs', of: ['TerminalPhoneNo'] },
];

/** The exception for one aspect of a line, null when it has to hold. */
export const messageExceptionOf = ({ source, hex }: Line, aspect: string): MessageException | null =>
  exceptions.find((e) => (source.includes(e.line) || hex.includes(e.line)) && e.of.some((of) => covers(of, aspect))) ??
  null;

const covers = (of: string, aspect: string): boolean =>
  of === aspect || (of.includes('*') && isStated(aspect) && new RegExp(`^${of.replaceAll('*', '.*')}$`).test(aspect));

/** Whether an aspect is a value that a source states, and none of the words above. */
const isStated = (aspect: string): boolean => !/^(frame|body|bytes|header|whole)$/.test(aspect);
