import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BluetoothScan, Hotspot, HubModes, WifiJoin, WifiNetworks } from '../shapes/network.ts';

export const readHotspot = endpoint({
  name: 'readHotspot',
  method: 'GET',
  path: '/utils/hotspot',
  // It tells the password: keys that only read do not get it.
  access: 'network.edit',
  summary: 'The Wi-Fi network that this hub makes; 406 with what is missing where it makes none',
  reply: Hotspot,
});
export const listWifi = endpoint({
  name: 'listWifi',
  method: 'GET',
  path: '/utils/wifi',
  access: 'network.read',
  summary: 'The Wi-Fi networks in range of this hub, and those that it knows; 406 where it has no Wi-Fi',
  reply: WifiNetworks,
});
export const joinWifi = endpoint({
  name: 'joinWifi',
  method: 'POST',
  path: '/utils/wifi',
  access: 'network.edit',
  summary: 'Joins a Wi-Fi network in range, which the hub then knows',
  body: WifiJoin,
  reply: WifiNetworks,
});
export const forgetWifi = endpoint({
  name: 'forgetWifi',
  method: 'DELETE',
  path: '/utils/wifi/:id',
  access: 'network.edit',
  summary: 'Forgets a Wi-Fi network: the hub joins it no more',
  params: z.object({ id: z.uuid() }),
  reply: 'nothing',
});
export const scanBluetooth = endpoint({
  name: 'scanBluetooth',
  method: 'GET',
  path: '/bluetooth/scan',
  access: 'network.read',
  summary: 'What is heard by Bluetooth within 8 s; 406 with what is missing where there is no adapter',
  reply: BluetoothScan,
});
export const readHubModes = endpoint({
  name: 'readHubModes',
  method: 'GET',
  path: '/utils/hub_modes',
  access: 'network.read',
  summary: 'Hub or mallette, whether the cloud answers, with or without an ESP32',
  reply: HubModes,
});
