// Plain and old-fashioned on purpose: it must run on the very versions that it refuses.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Sillage needs Node 20.19 or newer to set itself up; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}
