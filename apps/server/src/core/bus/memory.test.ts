import { busConformance } from './conformance';
import { memoryBus } from './memory';

busConformance('the memory bus', memoryBus);
