import { cva } from "class-variance-authority";
import { cn } from "@/lib/utils";

const alertVariants = cva(
  "relative grid w-full grid-cols-[0_1fr] items-start gap-y-0.5 rounded-lg border px-4 py-3 text-sm has-[>svg]:grid-cols-[1rem_1fr] has-[>svg]:gap-x-3 [&>svg]:size-4 [&>svg]:translate-y-0.5",
  {
    variants: { variant: { default: "bg-card text-card-foreground", destructive: "bg-card text-destructive" } },
    defaultVariants: { variant: "default" },
  },
);

/** @param {React.ComponentProps<"div"> & { variant?: "default" | "destructive" }} props */
function Alert({ className, variant, ...props }) {
  return <div role="alert" className={cn(alertVariants({ variant }), className)} {...props} />;
}

/** @param {React.ComponentProps<"div">} props */
function AlertTitle({ className, ...props }) {
  return <div className={cn("col-start-2 font-medium tracking-tight", className)} {...props} />;
}

/** @param {React.ComponentProps<"div">} props */
function AlertDescription({ className, ...props }) {
  return <div className={cn("col-start-2 text-sm text-muted-foreground", className)} {...props} />;
}

export { Alert, AlertTitle, AlertDescription };
