# A SlurmCluster through kubectl. No provider has to be fetched, and unlike kubernetes_manifest it needs neither a running API server nor
# the kind's definition to plan. Terraform shows the text that changes; `kubectl diff` shows what that does over there.

terraform {
  required_version = ">= 1.4"
}

variable "name" {
  type        = string
  description = "Of the SlurmCluster"
}

variable "namespace" {
  type    = string
  default = "default"
}

variable "spec" {
  type        = any
  description = "Its specification, as `kubectl explain slurmcluster.spec` shows it"
}

variable "kubeconfig" {
  type        = string
  description = "The file to reach Kubernetes with"
}

variable "ready_timeout" {
  type        = string
  default     = "15m"
  description = "How long to wait until it is Ready; empty: not at all"
}

locals {
  manifest = yamlencode({
    apiVersion = "sluice.dev/v1alpha1"
    kind       = "SlurmCluster"
    metadata   = { name = var.name, namespace = var.namespace }
    spec       = var.spec
  })
}

# What is deleted when it is destroyed: another name or place is another cluster, everything else is changed in place.
resource "terraform_data" "identity" {
  input            = { name = var.name, namespace = var.namespace, kubeconfig = var.kubeconfig }
  triggers_replace = [var.name, var.namespace]

  provisioner "local-exec" {
    when        = destroy
    command     = "kubectl delete slurmcluster --ignore-not-found -n \"$NAMESPACE\" -- \"$NAME\""
    environment = { KUBECONFIG = self.input.kubeconfig, NAME = self.input.name, NAMESPACE = self.input.namespace }
  }
}

resource "terraform_data" "cluster" {
  input            = local.manifest
  triggers_replace = [local.manifest, terraform_data.identity.id]

  provisioner "local-exec" {
    command = <<-EOT
      printf %s "$MANIFEST" | kubectl apply --server-side --field-manager=terraform -f - &&
      { [ -z "$READY" ] || kubectl wait --for=condition=Ready --timeout="$READY" -n "$NAMESPACE" slurmcluster/"$NAME"; }
    EOT
    environment = {
      KUBECONFIG = var.kubeconfig
      MANIFEST   = local.manifest
      NAME       = var.name
      NAMESPACE  = var.namespace
      READY      = var.ready_timeout
    }
  }
}

output "name" {
  value = terraform_data.identity.output.name
}
