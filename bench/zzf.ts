import { readFileSync } from "node:fs";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../tests/support/offline";
import { askedOf } from "@/offline/write/asked";
for (const line of readFileSync(process.argv[2]!, "utf8").split("\n").filter(Boolean)) {
  const app = conversation();
  for (const one of line.split(" > ")) app.say(one);
  const model = readModel(app.files, "Untitled").model;
  console.log("»", line, "=", model.name, model.purpose);
  for (const entity of model.entities) {
    const create = entity["x-accessControl"]?.rules?.create;
    if (!create?.includes("anonymous")) continue;
    console.log("   ", entity.name, "asks", askedOf(model, entity).join(", "), "| closed", Object.entries(entity.properties).filter(([,p]) => p["x-accessControl"]).map(([n]) => n).join(", "));
  }
}
