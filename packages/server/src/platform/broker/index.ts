export { type AuthenticateDevice, type Broker, BrokerAway, NobodyListens, type PublishOptions } from './broker.ts';
export { connectBroker } from './connect-broker.ts';
export { createEmbeddedBroker } from './embedded-broker.ts';
