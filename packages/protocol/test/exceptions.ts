import type { Line } from './fixtures';

/** A statement of a source that is not checked as it stands, or a line that has to be read in another way, with the reason. */
interface Exception {
  why: string;
  /** Which lines: a part of their source or of their hex. */
  line: string;
  /**
   * Which facts, by name or `name#index`, where `*` stands for any ending. `frame` = the framing itself is wrong, `body` = the body cannot be
   * decoded.
   */
  facts: string[];
  /** The frame has an unescaped 7E inside: everything between its two ends is read as one frame. */
  whole?: boolean;
  /** Item profile under which the fact holds, when that is not gps51. */
  profile?: string;
  /** Why the body is not decoded (`body`). */
  reason?: 'damaged' | 'encrypted';
  /** Hex of the item that has the fact. It is no channel of ours, so it must be kept as raw hex. */
  raw?: string;
}

const exceptions: Exception[] = [
  // Lines that are no valid frames.
  {
    why: 'the test edited the frame to hide identities and did not correct the checksum',
    line: '7e020000320135112211220007',
    facts: ['frame'],
  },
  { why: 'the checksum of the test is wrong', line: 'JT808_0x0200Test.cs#Test7', facts: ['frame'] },
  { why: 'the checksum of the test is wrong', line: 'JT808_0x0200Test.cs#Test8', facts: ['frame'] },
  {
    why: 'a byte of the body is missing: 46 follow where 47 are declared',
    line: 'JT808_0x0200_0xfb_Test.cs#Deserialize1',
    facts: ['frame'],
  },
  {
    why: 'written down after unescaping, with a raw 7E inside and a wrong checksum',
    line: '7e020000834eb6fb4af2c1',
    facts: ['frame'],
    whole: true,
  },
  {
    why: 'written down after unescaping, with a raw 7E inside',
    line: '7e0200008e01917159043700b3',
    facts: ['frame'],
    whole: true,
  },
  {
    why: 'made to test framing, a general answer without a body',
    line: '7e800100000144199999990002',
    facts: ['body'],
    reason: 'damaged',
  },
  {
    why: 'an example of the simulator, a general answer without a body',
    line: '7e80010000123456782011',
    facts: ['body'],
    reason: 'damaged',
  },
  { why: 'a bare item 0x54 under the name of a location', line: '88403b68e784', facts: ['body'], reason: 'damaged' },
  { why: 'a bare item 0x54 under the name of a location', line: 'f092b4a22a39', facts: ['body'], reason: 'damaged' },
  {
    why: 'an answer whose body is encrypted: RSA bodies are refused as unsupported',
    line: '7e00010810013912344323',
    facts: ['body'],
    reason: 'encrypted',
  },

  // Sources that state something else than their bytes say.
  {
    why: 'the builder is called with a result and a serial that are not those of the bytes beside it',
    line: 'BuiltinMsg8001Test.java#test',
    facts: ['Result', 'ClientFlowId'],
  },
  {
    why: 'the encoder ignores the hemisphere bits that its own random status word has set',
    line: 'JT808_0x0200Test.cs#Test6',
    facts: ['Lat', 'Lng'],
  },
  { why: 'the name of another object that the test prints', line: 'Test2019_1', facts: ['Version'] },
  {
    why: 'an object inside an object: the header is stated once for the whole message, with zeros for each location',
    line: '7e0704007b1234567890120001',
    facts: ['messageId', 'properties', 'protocolVersion', 'serialNo', 'clientId', 'verified'],
  },
  {
    why: 'the length that is written afterwards differs (the encoder fills it in)',
    line: 'GPS51.Test',
    facts: ['AttachInfoLength'],
  },
  {
    why: 'the test writes one item and names it 0x2b while its file is about 0x51',
    line: 'JT808_0x0200_0x51_Test.cs#Serializer',
    facts: ['AttachInfoId'],
  },
  {
    why: 'the item says 32 bytes and carries 47, so that its second half is read as items of its own',
    line: 'SuBiao.Test/JT808_0x0200_0x64_Test.cs',
    facts: ['0x64.*'],
    raw: '6420000000010c0605120a0b100f1100070000000d0000000e1912111831000013',
  },
  {
    why: 'the item says 32 bytes and carries 47, so that its second half is read as items of its own',
    line: 'SuBiao.Test/JT808_0x0200_0x65_Test.cs',
    facts: ['0x65.*'],
    raw: '6520000000010c060512010203041100070000000d0000000e1912111831000013',
  },

  // Items that are no channels of ours and are kept as hex.
  {
    why: 'an item of the test itself, on the id of the voltage',
    line: 'JT808_0x0200Test.cs#Test3',
    facts: ['Age', 'Gender', 'UserName', 'Age', '0x61.*'],
    raw: '610d0000001201736d616c6c636869',
  },
  {
    why: 'drum of a mixer',
    line: 'JT808_0x0200_0x52_Test.cs',
    facts: ['AttachInfoId', 'Direction#1', '0x52.*'],
    raw: '520102',
  },
  {
    why: 'Wi-Fi stations',
    line: 'JT808_0x0200_0x54_Test.cs#Serializer',
    facts: ['AttachInfoId', 'Count', 'SingnalStrength', 'WifiMac', '0x54.*'],
    raw: '540001',
  },
  { why: 'the item is checked by its values', line: 'JT808_0x0200_0x58_Test.cs', facts: ['AttachInfoId'] },
  {
    why: 'the item says 1 byte and carries 2',
    line: 'JT808_0x0200_0x61_Test.cs#Serializer',
    facts: ['AttachInfoId', 'Volage', '0x61.Volage'],
    raw: '610100c8',
  },
  {
    why: 'cell towers',
    line: 'JT808_0x0200_0xe1_Test.cs',
    facts: ['AttachInfoId', 'MCC', 'MNC', 'LAC', 'CI', 'Signal', '0xe1.*'],
    raw: 'e10a00010002000300000004',
  },
  {
    why: 'serial number of the modem',
    line: 'JT808_0x0200_0xf6_Test.cs',
    facts: ['AttachInfoId', 'IMEI', '0xf6.*'],
    raw: 'f6083132333435363738',
  },
  { why: 'firmware version', line: 'JT808_0x0200_0xe2_Test.cs', facts: ['0xe2.*'], raw: 'e2154742323031' },
  {
    why: 'areas and routes of the terminal',
    line: 'Test_all_attcahids',
    facts: ['Speed', 'AreaId', 'DrivenRouteId', 'Time', 'WiFiSignalStrength', 'GNSSCount'],
    raw: '11050100000001',
  },
  {
    why: 'an item of the test itself, with an id of two bytes',
    line: 'Demo10.cs',
    facts: ['0xdd.*', 'AttachInfoId', 'TestValue', 'AttachInfoLength'],
    raw: 'dd0042',
  },
  {
    why: 'counts of classes of the source, not of items: what it does not know it calls broken',
    line: 'JT808_0x0200Test.cs#Test',
    facts: ['ExceptionLocationAttachOriginalData', 'BasicLocationAttachData', 'Count'],
  },
  { why: 'go-jt808 numbers the kind', line: 'T0x0704', facts: ['LocationType'] },

  // Attributes of traccar that hold under the terminal's own profile ...
  { why: 'BSJ', line: '7e02000034055123142556', facts: ['batteryLevel'], profile: 'bsj' },
  { why: 'BSJ', line: '7e02000053009590068983', facts: ['battery'], profile: 'bsj' },
  { why: 'BSJ', line: '7e0200006300000000000008f5', facts: ['power'], profile: 'bsj' },
  { why: 'BSJ', line: '7e070400db079041168750', facts: ['power'], profile: 'bsj' },
  { why: 'voltage in 0.1 V', line: '7e02000036019111110000', facts: ['power', 'door'], profile: 'mv710g' },
  { why: 'Bluetooth probes', line: '7e02000042012291302260', facts: ['temp3'], profile: 'ble-e6' },
  { why: 'AOVX', line: '7e02000096413056480105', facts: ['power'], profile: 'aovx' },
  { why: 'AOVX', line: '7e020000bd413057160185', facts: ['temp1'], profile: 'aovx' },

  // ... and attributes whose items are no channels of ours.
  {
    why: 'a lock with per cent in the item of the cabin temperature',
    line: '7e0200001f012076463279',
    facts: ['batteryLevel'],
    profile: 'lock',
  },
  { why: 'serial number of the modem', line: '7e02000026000000000000', facts: ['imei'], raw: 'f6080867567041100769' },
  { why: 'tens of per cent', line: '7e0200003f014501643822', facts: ['batteryLevel'], profile: 'tracker' },
  { why: 'number of the SIM', line: '7e02000046010050376964', facts: ['iccid'], raw: '000c00b28942310221007544309f' },
  { why: 'status bits', line: '7e02000048012345678901', facts: ['alarm'], raw: '00060089ffffefff' },
  { why: 'E4', line: '7e02000048051160004464', facts: ['batteryLevel'], profile: 'tracker' },
  { why: 'D4', line: '7e0200004d794308010679', facts: ['batteryLevel'], profile: 'tracker' },
  { why: 'status bits', line: '7e02000053009590068983', facts: ['alarm', 'motion'], raw: 'eb' },
  { why: 'a lock', line: '7e02000053200002604323', facts: ['lock1Locked'], raw: 'd50e0100' },
  { why: 'text of another protocol', line: '7e02000054086031592715', facts: ['battery'], raw: '33' },
  { why: 'text of a fuel probe', line: '7e0200005c032041872904', facts: ['fuel2'], profile: 'bsj-fuel' },
  { why: 'active safety of another maker', line: '7e020000834eb6fb4af2c1', facts: ['alarmLabel'], raw: '642f0000000b' },
  { why: 'trouble codes', line: '7e0200008e01917159043700b3', facts: ['dtcs'], raw: 'a00b50353338662c5530323966' },
  { why: 'charging', line: '7e02000096413056480105', facts: ['charge'], profile: 'aovx' },
  { why: 'text of an OBD reader', line: '7e0200009e017721028890', facts: ['rpm'], raw: 'e6' },
  { why: 'number of the SIM', line: '7e020000cc413051529609', facts: ['iccid'], raw: 'f8' },
  { why: 'text', line: '7e070401654eb6fb4afd9e', facts: ['timezone'], raw: 'eb' },
];

/** The exception for a fact of a line, or null when it has to hold. */
export function exceptionOf(line: Line, fact: string, index = 0): Exception | null {
  const covers = (pattern: string): boolean =>
    pattern.endsWith('*') ? fact.startsWith(pattern.slice(0, -1)) : pattern === fact || pattern === `${fact}#${index}`;
  return (
    exceptions.find((e) => (line.source.includes(e.line) || line.hex.includes(e.line)) && e.facts.some(covers)) ?? null
  );
}
